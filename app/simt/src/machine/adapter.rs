//! The preset of a GPU adapter, by the name that a driver or a browser gives it.

use super::Machine;

/// Words of an adapter's name, and the preset of such a GPU. Browsers name no card but an architecture at most (Dawn,
/// `gpu_info.json`): then it is a card of that architecture. They name none for H100, H200 and B200, and none in Firefox.
const ADAPTERS: &[(&str, &str)] = &[
    ("rtx pro 6000", "rtx-pro-6000"),
    ("geforce rtx 50", "rtx-5080"),
    ("geforce rtx 40", "rtx-4070"),
    ("geforce rtx 30", "rtx-3060"),
    ("t4", "t4"),
    ("l4", "l4"),
    ("v100", "v100"),
    ("a100", "a100"),
    ("h100", "h200"),
    ("h200", "h200"),
    ("b200", "b200"),
    ("k80", "k80"),
    ("nvidia turing", "t4"),
    ("nvidia ampere", "rtx-3060"),
    ("nvidia lovelace", "rtx-4070"),
    ("nvidia blackwell", "rtx-5080"),
    ("amd rdna 3", "rdna3-32"),
    ("radeon 780m", "rdna3-32"),
    ("radeon rx 7", "rdna3-32"),
    ("intel gen 12hp", "xe-16"),
    ("intel xe 2hpg", "xe-16"),
    ("intel xe 2lpg", "xe-16"),
    ("intel arc", "xe-16"),
    ("apple", "apple"),
];

impl Machine {
    /// Returns the preset of the adapter with this name, such as `nvidia ampere` or `NVIDIA GeForce RTX 4070`. `None` if
    /// the name does not tell, or no preset has the sizes of such a GPU.
    pub fn of_adapter(name: &str) -> Option<Machine> {
        // Marks separate words: `Tesla V100-SXM2`, `Intel(R) Arc(TM)`.
        let lower = name.to_lowercase().replace("(r)", "").replace("(tm)", "");
        let words = lower.split(|c: char| !c.is_alphanumeric());
        let words: Vec<&str> = words.filter(|word| !word.is_empty()).collect();
        let is_named = |series: &str| {
            let series: Vec<&str> = series.split(' ').collect();
            words.windows(series.len()).any(|window| {
                let mut pairs = window.iter().zip(&series);
                pairs.all(|(word, series)| word == series || is_of_series(word, series))
            })
        };
        let (_, id) = ADAPTERS.iter().find(|(series, _)| is_named(series))?;
        Machine::by_id(id)
    }
}

/// Returns true if a product number such as `4070` belongs to a series such as `40`, and `7600` to `7`.
fn is_of_series(word: &str, series: &str) -> bool {
    let is_number = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
    word.len() == 4 && is_number(word) && is_number(series) && word.starts_with(series)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn adapters_have_the_preset_of_their_kind() {
        // Names of drivers, of Chromium (vendor and architecture), of Safari and of Firefox.
        for (name, preset) in [
            ("NVIDIA GeForce RTX 4070", Some("rtx-4070")),
            ("NVIDIA GeForce RTX 3060 Laptop GPU", Some("rtx-3060")),
            ("NVIDIA GeForce RTX 5080", Some("rtx-5080")),
            (
                "NVIDIA RTX PRO 6000 Blackwell Workstation Edition",
                Some("rtx-pro-6000"),
            ),
            ("Tesla T4", Some("t4")),
            ("NVIDIA L4", Some("l4")),
            ("NVIDIA L40S", None),
            ("Tesla V100-SXM2-16GB", Some("v100")),
            ("NVIDIA A100-SXM4-40GB", Some("a100")),
            ("NVIDIA H100 80GB HBM3", Some("h200")),
            ("NVIDIA H200", Some("h200")),
            ("nvidia ampere", Some("rtx-3060")),
            ("nvidia blackwell", Some("rtx-5080")),
            ("nvidia", None),
            ("amd rdna-3", Some("rdna3-32")),
            ("AMD Radeon 780M Graphics (RADV PHOENIX)", Some("rdna3-32")),
            ("AMD Radeon RX 7600", Some("rdna3-32")),
            ("amd rdna-2", None),
            ("intel gen-12hp", Some("xe-16")),
            ("intel xe-2hpg", Some("xe-16")),
            ("Intel(R) Arc(TM) A770 Graphics", Some("xe-16")),
            ("apple metal-3", Some("apple")),
            ("Apple M2 Pro", Some("apple")),
            ("WebGPU", None),
            ("llvmpipe (LLVM 19.1.7, 256 bits)", None),
            ("", None),
        ] {
            let machine = Machine::of_adapter(name);
            assert_eq!(machine.as_ref().map(|machine| &*machine.id), preset, "{name}");
        }
    }

    #[test]
    fn each_adapter_has_a_preset() {
        for (name, id) in ADAPTERS {
            assert!(Machine::by_id(id).is_some(), "{name}: {id}");
        }
    }
}
