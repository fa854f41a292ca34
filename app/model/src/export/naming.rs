//! File names, and the line below a picture that says its kernel, size and step.

use crate::panels::counters::Kind;
use crate::strings::Strings;
use lessons::Panel;

/// A panel, or all of them (`Stage`).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Taken {
    Stage,
    Code,
    Lanes,
    /// The panel below the lanes; `None` is the memory.
    Panel(Option<Panel>),
    Timeline,
    Counters,
    Times,
}

impl Taken {
    /// Returns the name in files and on the page.
    pub const fn name(self) -> &'static str {
        match self {
            Taken::Stage => "stage",
            Taken::Code => "code",
            Taken::Lanes => "lanes",
            Taken::Panel(None) => "memory",
            Taken::Panel(Some(panel)) => panel.id(),
            Taken::Timeline => "timeline",
            Taken::Counters => "counters",
            Taken::Times => "times",
        }
    }

    pub fn by_name(name: &str) -> Option<Self> {
        let panels = Panel::ALL.iter().map(|&panel| Taken::Panel(Some(panel)));
        [
            Taken::Stage,
            Taken::Code,
            Taken::Lanes,
            Taken::Panel(None),
            Taken::Timeline,
            Taken::Counters,
            Taken::Times,
        ]
        .into_iter()
        .chain(panels)
        .find(|taken| taken.name() == name)
    }

    pub fn title(self, strings: &Strings) -> &'static str {
        match self {
            Taken::Stage => strings.export().stage,
            Taken::Code => strings.code,
            Taken::Lanes => strings.lanes,
            Taken::Panel(panel) => strings.panel(panel),
            Taken::Timeline => strings.timeline,
            Taken::Counters => strings.counters,
            Taken::Times => strings.times,
        }
    }

    /// Returns the kinds of the numbers in the picture, if they do not depend on the run.
    pub const fn kinds(self) -> &'static [Kind] {
        match self {
            Taken::Code | Taken::Lanes | Taken::Timeline | Taken::Panel(None) => &[Kind::Exact],
            Taken::Panel(Some(panel)) => panel.definition().kinds,
            Taken::Times => &[Kind::Measured, Kind::Published],
            Taken::Stage | Taken::Counters => &[],
        }
    }
}

/// The description of a picture.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct About {
    /// The kernel, or all kernels that are side by side.
    pub kernels: Vec<String>,
    /// n and block of a lesson's kernel; a custom kernel defines them in its text.
    pub size: Option<(u32, u32)>,
    pub machine: String,
    /// Presses so far, and presses in all (`steps`).
    pub step: usize,
    pub steps: usize,
    pub kinds: Vec<Kind>,
}

impl About {
    /// Returns the line below the picture, in parts between which it may wrap.
    pub fn parts(&self, strings: &Strings) -> Vec<String> {
        let mut parts = vec![self.kernels.join(" | ")];
        if let Some((n, block)) = self.size {
            parts.push(format!("n = {n}"));
            parts.push(format!("{} {block}", strings.block));
        }
        parts.push(self.machine.clone());
        parts.push((strings.step_of)((self.step, self.steps)));
        let kinds: Vec<&str> = self.kinds.iter().map(|kind| (strings.kind)(*kind)).collect();
        parts.push(kinds.join(", "));
        parts.push("Warpstep".to_owned());
        parts.retain(|part| !part.is_empty());
        parts
    }

    /// Returns the file name without extension: `warpstep-reduce_neighbored-lanes-step-12`.
    pub fn file(&self, taken: Taken) -> String {
        format!("{}-{}-step-{}", self.stem(), taken.name(), self.step)
    }

    /// Returns `warpstep-reduce_neighbored`, in characters that every file system accepts.
    pub fn stem(&self) -> String {
        let letters = self.kernels.join("-");
        let plain = letters
            .chars()
            .map(|c| if c.is_ascii_alphanumeric() || c == '_' { c } else { '-' });
        let name: String = plain.take(80).collect();
        format!("warpstep-{name}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::strings;
    use lessons::Language;

    fn about() -> About {
        About {
            kernels: vec!["reduce_neighbored".to_owned()],
            size: Some((4096, 64)),
            machine: "Tesla K80".to_owned(),
            step: 12,
            steps: 40,
            kinds: vec![Kind::Exact],
        }
    }

    #[test]
    fn a_file_says_of_what_it_is() {
        assert_eq!(about().file(Taken::Lanes), "warpstep-reduce_neighbored-lanes-step-12");
        let hostile = About {
            kernels: vec!["../k é".to_owned()],
            ..about()
        };
        assert_eq!(hostile.file(Taken::Panel(None)), "warpstep----k---memory-step-12");
    }

    #[test]
    fn the_line_below_names_kernel_size_machine_step_and_kind() {
        let parts = |language| about().parts(strings::of(language)).join(" · ");
        assert_eq!(
            parts(Language::English),
            "reduce_neighbored · n = 4096 · block 64 · Tesla K80 · step 12 of 40 · exact · Warpstep"
        );
        assert!(parts(Language::SimplifiedChinese).contains("第 12 步"));
    }

    #[test]
    fn every_panel_is_found_by_its_name() {
        for &panel in Panel::ALL {
            let taken = Taken::Panel(Some(panel));
            assert_eq!(Taken::by_name(taken.name()), Some(taken));
        }
        for taken in [Taken::Stage, Taken::Code, Taken::Panel(None), Taken::Times] {
            assert_eq!(Taken::by_name(taken.name()), Some(taken));
        }
        assert_eq!(Taken::by_name("nothing"), None);
    }
}
