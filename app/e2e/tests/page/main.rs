//! The page as a visitor meets it, in a real browser with real WebGPU on a software device.

mod access;
mod bad_input;
mod board;
mod compare;
mod deck;
mod differential;
mod engine;
mod explained;
mod lab;
mod looks;
mod machine;
mod occupancy;
mod offline;
mod panels;
mod predict;
mod present;
mod print;
mod requests;
mod scheduler;
mod shapes;
mod slides;
mod speaker;
mod stepping;
mod times;
mod trouble;
mod trust;
