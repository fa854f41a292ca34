//! The methods that only Chromium has, through the Chrome DevTools Protocol.

use crate::browser::{Browser, save, screenshots};
use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use serde_json::{Value, json};

impl Browser {
    async fn devtools(&self, method: &'static str, parameters: Value) -> Value {
        let answer = self.driver.devtools(method, parameters).await;
        answer.unwrap_or_else(|error| panic!("{method}: {error}"))
    }

    /// Adds a script that runs in every page of the window in use, before the page's own scripts.
    pub async fn before_page(&self, script: &str) {
        let parameters = json!({ "source": script });
        self.devtools("Page.addScriptToEvaluateOnNewDocument", parameters).await;
    }

    /// Makes the main thread of the page this many times slower.
    pub async fn slow_down(&self, times: u32) {
        let parameters = json!({ "rate": times });
        self.devtools("Emulation.setCPUThrottlingRate", parameters).await;
    }

    /// Shows pages as to readers whose systems have these preferences, such as `forced-colors` or
    /// `prefers-color-scheme`.
    pub async fn prefer(&self, preferences: &[(&str, &str)]) {
        let features = preferences
            .iter()
            .map(|(name, value)| json!({ "name": name, "value": value }));
        let parameters = json!({ "features": features.collect::<Vec<_>>() });
        self.devtools("Emulation.setEmulatedMedia", parameters).await;
    }

    /// Moves the mouse or its left button at a place of the window: `mousePressed`, `mouseMoved` or `mouseReleased`.
    pub async fn mouse(&self, event: &str, x: f64, y: f64) {
        let parameters = json!({ "type": event, "x": x, "y": y, "button": "left", "buttons": 1, "clickCount": 1 });
        self.devtools("Input.dispatchMouseEvent", parameters).await;
    }

    /// Returns the page as a PDF, and saves it as `NAME.pdf` next to the screenshots.
    pub async fn print(&self, name: &str) -> Vec<u8> {
        let parameters = json!({ "preferCSSPageSize": true, "printBackground": true });
        let answer = self.devtools("Page.printToPDF", parameters).await;
        let data = answer["data"].as_str().expect("a document");
        let pdf = BASE64_STANDARD.decode(data).expect("a document");
        if let Some(folder) = screenshots() {
            save(&folder, &format!("{name}.pdf"), &pdf);
        }
        pdf
    }
}
