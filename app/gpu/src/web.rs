//! Facts and events that only the browser's JavaScript side provides: support, names, errors, timers.

use crate::error::GpuError;
use crate::health::Health;
use js_sys::{Array, Function, Promise, Reflect};
use std::sync::Arc;
use wasm_bindgen::prelude::*;

#[wasm_bindgen]
extern "C" {
    #[wasm_bindgen(js_namespace = performance, js_name = now)]
    pub(crate) fn performance_now_millis() -> f64;

    #[wasm_bindgen(js_name = setTimeout)]
    fn set_timeout(callback: &Function, millis: i32) -> JsValue;
}

/// Returns in a later turn of the event loop, so that the page can draw and react to input.
pub(crate) async fn next_turn() {
    let turn = Promise::new(&mut |resolve, _reject| {
        set_timeout(&resolve, 0);
    });
    // The promise of a timer is never rejected.
    let _done = wasm_bindgen_futures::JsFuture::from(turn).await;
}

/// Checks that `navigator.gpu` exists. Works in a window and in a worker.
pub(crate) fn support() -> Result<(), GpuError> {
    let global: JsValue = js_sys::global().into();
    if !property(&property(&global, "navigator"), "gpu").is_falsy() {
        return Ok(());
    }
    let insecure = property(&global, "isSecureContext").as_bool() == Some(false);
    Err(if insecure {
        GpuError::InsecureContext
    } else {
        GpuError::NoWebGpu
    })
}

/// Properties of a `GPUDevice` that wgpu does not expose.
#[derive(Debug, Default)]
pub(crate) struct Description {
    pub description: String,
    pub vendor: String,
    pub architecture: String,
    /// wgpu cannot request `subgroups` in a browser. The page's script adds it to the request, so only the device
    /// knows.
    pub subgroups: bool,
}

pub(crate) fn describe(device: &wgpu::Device) -> Description {
    let Some(device) = device.as_webgpu() else {
        return Description::default();
    };
    let device: &JsValue = device.as_ref();
    let info = property(device, "adapterInfo");
    let text = |name: &str| property(&info, name).as_string().unwrap_or_default();
    let features = property(device, "features");
    let has = call(&features, "has", &[JsValue::from_str("subgroups")]);
    Description {
        description: text("description"),
        vendor: text("vendor"),
        architecture: text("architecture"),
        subgroups: has.is_some_and(|has| has.is_truthy()),
    }
}

/// Records errors outside every error scope. wgpu's own listener panics on `GPUInternalError`, so this adds a second
/// listener.
pub(crate) fn listen(device: &wgpu::Device, health: Arc<Health>) {
    let Some(device) = device.as_webgpu() else {
        return;
    };
    let heard = Closure::<dyn FnMut(JsValue)>::new(move |event: JsValue| {
        let error = property(&event, "error");
        let kind = property(&property(&error, "constructor"), "name")
            .as_string()
            .unwrap_or_default();
        let message = property(&error, "message").as_string().unwrap_or_default();
        health.complain(match kind.as_str() {
            "GPUOutOfMemoryError" => GpuError::OutOfMemory,
            _ => GpuError::CommandRefused { message },
        });
        call(&event, "preventDefault", &[]);
    });
    call(
        device.as_ref(),
        "addEventListener",
        &["uncapturederror".into(), heard.as_ref().clone()],
    );
    // The device may live as long as the page, so the listener must never be dropped.
    heard.forget();
}

/// Returns a property, or undefined if it or its owner is missing.
fn property(object: &JsValue, name: &str) -> JsValue {
    Reflect::get(object, &JsValue::from_str(name)).unwrap_or(JsValue::UNDEFINED)
}

/// Calls a method. Returns `None` if it does not exist or throws.
fn call(object: &JsValue, method: &str, arguments: &[JsValue]) -> Option<JsValue> {
    let function: Function = property(object, method).dyn_into().ok()?;
    let arguments: Array = arguments.iter().collect();
    function.apply(object, &arguments).ok()
}
