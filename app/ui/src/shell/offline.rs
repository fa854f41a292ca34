//! The page without a network: a service worker keeps all files of a version, and a new version waits until it is asked for.

use crate::browser::head;
use crate::page::{Offer, Page};
use leptos::prelude::*;
use std::time::Duration;
use wasm_bindgen::prelude::*;
use wasm_bindgen_futures::{JsFuture, spawn_local};
use web_sys::{
    ServiceWorker, ServiceWorkerContainer, ServiceWorkerRegistration, ServiceWorkerState,
};

/// Browsers keep service workers from pages without encryption, and private windows may.
fn container() -> Option<ServiceWorkerContainer> {
    let navigator = window().navigator();
    let has = js_sys::Reflect::has(&navigator, &"serviceWorker".into()).unwrap_or(false);
    has.then(|| navigator.service_worker())
}

/// The first picture goes first: keeping a version loads all of its files.
const LATER: Duration = Duration::from_secs(2);

/// Has the browser keep the page, once it is there; tells the reader of a new version.
pub fn keep_later(page: Page) {
    set_timeout(move || keep(page), LATER);
}

fn keep(page: Page) {
    let (Some(worker), Some(container)) = (head::content("warpstep-offline"), container()) else {
        return;
    };
    spawn_local(async move {
        let registered = JsFuture::from(container.register(&worker)).await;
        // Where a browser refuses, the page works as long as there is a network.
        let Ok(registration) =
            registered.and_then(|value| value.dyn_into::<ServiceWorkerRegistration>())
        else {
            return;
        };
        watch(page, &registration);
    });
}

fn watch(page: Page, registration: &ServiceWorkerRegistration) {
    if registration.waiting().is_some() {
        tell(page);
    }
    let found = registration.clone();
    let on_found = Closure::<dyn Fn()>::new(move || {
        if let Some(worker) = found.installing() {
            tell_when_installed(page, &worker);
        }
    });
    registration.set_onupdatefound(Some(on_found.as_ref().unchecked_ref()));
    // The registration lives as long as the page.
    on_found.forget();
}

fn tell_when_installed(page: Page, worker: &ServiceWorker) {
    let of = worker.clone();
    let on_change = Closure::<dyn Fn()>::new(move || {
        // The very first version replaces none.
        let replaces = container().is_some_and(|container| container.controller().is_some());
        if of.state() == ServiceWorkerState::Installed && replaces {
            tell(page);
        }
    });
    worker.set_onstatechange(Some(on_change.as_ref().unchecked_ref()));
    on_change.forget();
}

fn tell(page: Page) {
    page.push_notice(Offer::NewVersion, |strings| strings.new_version.to_owned());
}

/// The reader wants the new version: it takes over, and the page loads it.
pub fn take_new_version() {
    let Some(container) = container() else { return };
    let on_taken = Closure::<dyn Fn()>::new(|| {
        // A page that cannot reload stays as it is, with its own version's files.
        let _ = window().location().reload();
    });
    container.set_oncontrollerchange(Some(on_taken.as_ref().unchecked_ref()));
    on_taken.forget();
    spawn_local(async move {
        let found = JsFuture::from(container.get_registration()).await;
        let registration = found.and_then(|value| value.dyn_into::<ServiceWorkerRegistration>());
        if let Some(waiting) = registration
            .ok()
            .and_then(|registration| registration.waiting())
        {
            // A worker that is gone cannot be told; the next visit has its version.
            let _ = waiting.post_message(&"take over".into());
        }
    });
}
