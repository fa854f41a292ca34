use e2e::typing::{paste, settled};
use e2e::{Browser, Graphics, Site};
#[tokio::main(flavor = "multi_thread")]
async fn main() {
    let site = Site::start();
    for (w, h) in [(1280, 720), (1920, 1080), (390, 844)] {
        let browser = Browser::start_sized(Graphics::None, w, h).await;
        for file in std::env::args().skip(1) {
            let text = std::fs::read_to_string(&file).unwrap();
            let name = std::path::Path::new(&file)
                .file_stem()
                .unwrap()
                .to_string_lossy()
                .into_owned();
            browser.open(&site.url("#/playground")).await;
            paste(&browser, &text).await;
            settled(&browser).await;
            browser.wait_until_idle().await;
            for lang in ["en", "zh"] {
                if browser.has(&format!("#lang-{lang}")).await {
                    browser.click(&format!("#lang-{lang}")).await;
                }
                browser.wait_until_idle().await;
                browser
                    .screenshot(&format!("scratch_{name}_{w}_{lang}"))
                    .await;
            }
            if browser.has("#lang-en").await {
                browser.click("#lang-en").await;
            }
        }
        browser.close().await;
    }
}
