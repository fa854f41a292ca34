//! Offline use: a service worker stores all files of one version, and a new version waits until the reader asks for it.

use crate::browser::head;
use crate::page::{Offer, Page};
use leptos::prelude::*;
use std::time::Duration;
use wasm_bindgen::prelude::*;
use wasm_bindgen_futures::{JsFuture, spawn_local};
use web_sys::{ServiceWorker, ServiceWorkerContainer, ServiceWorkerRegistration, ServiceWorkerState};

/// Returns the browser's service workers. `None` on pages without a secure context (HTTPS), and in some private
/// windows.
fn container() -> Option<ServiceWorkerContainer> {
    let navigator = window().navigator();
    let has = js_sys::Reflect::has(&navigator, &"serviceWorker".into()).unwrap_or(false);
    has.then(|| navigator.service_worker())
}

/// Storing a version loads all of its files, so it waits until the first picture is drawn.
const LATER: Duration = Duration::from_secs(2);

/// Stores the page in the browser after [`LATER`], and shows a notice when a new version has arrived. A reader who saves data
/// must have used the page before.
pub fn keep_later(page: Page) {
    set_timeout(
        move || {
            if saves_data() { keep_when_used(page) } else { keep(page) }
        },
        LATER,
    );
}

/// Returns true if the reader has asked the browser to save data, as some do on a metered connection.
fn saves_data() -> bool {
    let property = |object: &JsValue, name: &str| js_sys::Reflect::get(object, &name.into());
    let connection = property(window().navigator().as_ref(), "connection");
    // Some browsers do not tell.
    connection
        .is_ok_and(|connection| property(&connection, "saveData").is_ok_and(|saves| saves.as_bool() == Some(true)))
}

fn keep_when_used(page: Page) {
    let is_kept = StoredValue::new_local(false);
    for event in ["pointerdown", "keydown"] {
        window_event_listener_untyped(event, move |_| {
            if !is_kept.get_value() {
                is_kept.set_value(true);
                keep(page);
            }
        });
    }
}

fn keep(page: Page) {
    let (Some(worker), Some(container)) = (head::content("warpstep-offline"), container()) else {
        return;
    };
    spawn_local(async move {
        let registered = JsFuture::from(container.register(&worker)).await;
        // If the browser refuses, the page needs a network.
        let Ok(registration) = registered.and_then(|value| value.dyn_into::<ServiceWorkerRegistration>()) else {
            return;
        };
        watch(page, &registration);
    });
}

fn watch(page: Page, registration: &ServiceWorkerRegistration) {
    if registration.waiting().is_some() {
        tell(page);
    }
    let updated = registration.clone();
    let on_found = Closure::<dyn Fn()>::new(move || {
        if let Some(worker) = updated.installing() {
            tell_when_installed(page, &worker);
        }
    });
    registration.set_onupdatefound(Some(on_found.as_ref().unchecked_ref()));
    // The registration lives as long as the page.
    on_found.forget();
}

fn tell_when_installed(page: Page, worker: &ServiceWorker) {
    let installed = worker.clone();
    let on_change = Closure::<dyn Fn()>::new(move || {
        // The first version replaces none.
        let replaces = container().is_some_and(|container| container.controller().is_some());
        if installed.state() == ServiceWorkerState::Installed && replaces {
            tell(page);
        }
    });
    worker.set_onstatechange(Some(on_change.as_ref().unchecked_ref()));
    on_change.forget();
}

fn tell(page: Page) {
    page.push_notice(Offer::NewVersion, |strings| strings.new_version.to_owned());
}

/// Activates the new version and reloads the page.
pub fn take_new_version() {
    let Some(container) = container() else { return };
    let on_taken = Closure::<dyn Fn()>::new(|| {
        // If the page cannot reload, it keeps working with the files of its own version.
        let _ = window().location().reload();
    });
    container.set_oncontrollerchange(Some(on_taken.as_ref().unchecked_ref()));
    on_taken.forget();
    spawn_local(async move {
        let answer = JsFuture::from(container.get_registration()).await;
        let registration = answer.and_then(|value| value.dyn_into::<ServiceWorkerRegistration>());
        if let Some(waiting) = registration.ok().and_then(|registration| registration.waiting()) {
            // If the worker has ended, the next visit uses the new version.
            let _ = waiting.post_message(&"take over".into());
        }
    });
}
