//! The page as a visitor meets it, in a real browser with real WebGPU on a software device.

mod bad_input;
mod board;
mod classroom;
mod compare;
mod differential;
mod engine;
mod explained;
mod lab;
mod looks;
mod machine;
mod occupancy;
mod panels;
mod playground;
mod requests;
mod scheduler;
mod shapes;
mod slides;
mod stepping;
mod times;
mod trouble;
mod trust;
mod typing;
