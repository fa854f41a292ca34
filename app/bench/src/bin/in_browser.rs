//! The browser part of `cargo xtask gpu-report`: reads sets from `plan.json`, measures them with the same
//! `gpu::measure` as the page and the command line, and posts one sheet per set to the server.

#[cfg(target_arch = "wasm32")]
fn main() {
    wasm_bindgen_futures::spawn_local(browser::measure_all());
}

#[cfg(not(target_arch = "wasm32"))]
fn main() {
    eprintln!("this program runs in a browser; `warpstep bench` measures natively");
}

#[cfg(target_arch = "wasm32")]
mod browser {
    use bench::{Measured, Set, run, sheet};
    use gpu::{Checks, Control, Gpu, Way};
    use wasm_bindgen::{JsCast, JsValue};
    use wasm_bindgen_futures::JsFuture;
    use web_sys::{RequestInit, Response, Window};

    pub async fn measure_all() {
        if let Err(problem) = measure().await {
            tell(&problem).await;
        }
        send("done", "").await;
    }

    async fn measure() -> Result<(), String> {
        let plan = get("plan.json").await.ok_or("there is no plan.json")?;
        let sets: Vec<Set> = serde_json::from_str(&plan).map_err(|error| error.to_string())?;
        let gpu = Gpu::connect().await.map_err(|error| error.to_string())?;
        for (number, set) in sets.iter().enumerate() {
            let cases = set.cases().map_err(|error| error.to_string())?;
            // `run` frees several gigabytes before the next set allocates as many.
            let measured = run(&gpu, &cases, Checks::Checked, &set.plan(), &Control::new(), |_| {})
                .await
                .map_err(|error| format!("set {number}: {error}"))?;
            for Measured { case, result } in &measured {
                if let Err(error) = result {
                    tell(&format!("{}: not timed: {error}", case.name())).await;
                }
            }
            let sheet = sheet(gpu.info(), Way::Browser, &measured);
            send(&format!("browser-{number}.json"), &sheet.to_json()).await;
        }
        Ok(())
    }

    /// Logs a problem on the console and posts it to the server.
    async fn tell(problem: &str) {
        web_sys::console::log_1(&JsValue::from_str(problem));
        let stamp = js_sys::Date::now();
        send(&format!("browser-problem-{stamp}.txt"), problem).await;
    }

    async fn get(path: &str) -> Option<String> {
        let response = JsFuture::from(window()?.fetch_with_str(path)).await.ok()?;
        let response: Response = response.dyn_into().ok()?;
        let text = response.text().ok()?;
        JsFuture::from(text).await.ok()?.as_string()
    }

    async fn send(path: &str, body: &str) {
        let init = RequestInit::new();
        init.set_method("POST");
        init.set_body(&JsValue::from_str(body));
        if let Some(window) = window() {
            // If the server is gone, there is no place to report the error.
            let _sent = JsFuture::from(window.fetch_with_str_and_init(path, &init)).await;
        }
    }

    fn window() -> Option<Window> {
        web_sys::window()
    }
}
