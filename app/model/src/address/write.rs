//! Writes links.

use super::{Address, Aside, GRAINS, RunSpec, lab, settings};
use lessons::Language;
use simt::Scheduling;

impl Address {
    /// Returns the text of the link, from `#` on. [`Address::read`] of it returns the same address, without the press
    /// of an opening.
    pub fn write(&self) -> String {
        let mut pairs = Vec::new();
        let mut path = "#/".to_owned();
        if let Some(view) = &self.view {
            path.push_str(view.lesson.id);
            self.write_view(view, &mut pairs);
        } else if let Some(aside) = self.aside {
            path.push_str(aside.name());
            self.write_aside(aside, &mut pairs);
        }
        if let Some(text) = self.text {
            pairs.push(format!("text={}", text.name()));
        }
        match self.language {
            Some(Language::English) => pairs.push("lang=en".to_owned()),
            Some(Language::SimplifiedChinese) => pairs.push("lang=zh".to_owned()),
            None => {}
        }
        if let Some(theme) = self.theme {
            pairs.push(format!("theme={}", theme.name()));
        }
        if self.stage && self.slide.is_some() {
            pairs.push("stage=1".to_owned());
        }
        if self.embed {
            pairs.push("embed=1".to_owned());
        }
        if let Some(code) = &self.code {
            pairs.push(format!("code={code}"));
        }
        if pairs.is_empty() {
            path
        } else {
            format!("{path}?{}", pairs.join("&"))
        }
    }

    fn write_aside(&self, aside: Aside, pairs: &mut Vec<String>) {
        if aside == Aside::Playground {
            self.write_position(pairs);
            if let Some(panel) = self.panel {
                pairs.push(format!("panel={}", panel.id()));
            }
        }
        if let (Aside::Lab, Some(experiment)) = (aside, &self.experiment) {
            lab::write(experiment, pairs);
        }
        if let (Aside::Deck, Some(letters)) = (aside, &self.reading) {
            pairs.push(format!("r={letters}"));
        }
        if let (Aside::Deck, Some(slide)) = (aside, self.slide) {
            pairs.push(format!("slide={}", slide + 1));
            if self.step != 0 {
                pairs.push(format!("step={}", self.step));
            }
        }
    }

    fn write_view(&self, view: &RunSpec, pairs: &mut Vec<String>) {
        let opened = RunSpec::of_lesson(view.lesson);
        let differs = |same: fn(&RunSpec, &RunSpec) -> bool| opened.as_ref().is_none_or(|opened| !same(opened, view));
        if differs(|a, b| a.kernel.kernel.name == b.kernel.kernel.name) {
            pairs.push(format!("kernel={}", view.kernel.kernel.name));
        }
        if !view.beside.is_empty() {
            let names = view.beside.iter().map(|kernel| kernel.kernel.name.as_ref());
            pairs.push(format!("with={}", names.collect::<Vec<&str>>().join(",")));
        }
        // Always written, so that the link keeps its size when the lesson's default changes.
        pairs.push(format!("n={}", view.size.n()));
        pairs.push(format!("block={}", view.size.block()));
        if differs(|a, b| a.size.values() == b.size.values()) {
            pairs.push(format!("values={}", view.size.values().name()));
        }
        if differs(|a, b| a.machine == b.machine) {
            pairs.push(format!("machine={}", view.machine.id));
        }
        if view.predication {
            pairs.push("branches=masked".to_owned());
        }
        if view.scheduling == Scheduling::Independent {
            pairs.push("scheduling=independent".to_owned());
        }
        settings::write(view, pairs);
        if view.workgroup != 0 {
            pairs.push(format!("picture={}", view.workgroup));
        }
        self.write_position(pairs);
        if let Some(slide) = self.slide {
            pairs.push(format!("slide={}", slide + 1));
        }
        if let Some(panel) = self.panel {
            pairs.push(format!("panel={}", panel.id()));
        }
    }

    fn write_position(&self, pairs: &mut Vec<String>) {
        if self.step != 0 {
            pairs.push(format!("step={}", self.step));
        }
        let grain = self.grain.filter(|&grain| grain != self.usual_grain());
        if let Some((_, name)) = GRAINS.iter().find(|(each, _)| Some(*each) == grain) {
            pairs.push(format!("grain={name}"));
        }
        if let Some(cycle) = self.cycle {
            pairs.push(format!("cycle={cycle}"));
        }
    }
}
