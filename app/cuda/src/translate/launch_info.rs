//! The launches of a text, as a translation lists them.

use crate::error::{Error, Lines, Span, error};
use crate::syntax::Function;
use crate::typing::tree::Module;
use crate::typing::{Launch, LaunchArgument, Passed, Pointed, Reached, Target, Written};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::rc::Rc;

/// A launch in the host's code; what cannot be computed without running the host is `None`.
#[derive(Clone, Debug, PartialEq)]
pub struct LaunchInfo {
    pub kernel: String,
    pub template: Vec<String>,
    pub grid: Option<[u32; 3]>,
    pub block: Option<[u32; 3]>,
    pub shared_bytes: Option<u32>,
    pub arguments: Vec<LaunchArgument>,
    /// The members of structures and textures that are known, by their names in the kernel: `a.width`.
    pub members: BTreeMap<String, LaunchArgument>,
    /// The first value of the host without which a size or an argument is not known.
    pub unknown: Option<Unknown>,
    /// The answer of the conditions around it.
    pub reached: Reached,
    pub line: u32,
}

/// A variable or an array of the host that cannot be computed without running it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Unknown {
    pub name: String,
    /// The line that gives it what is not known.
    pub line: u32,
}

impl Unknown {
    pub(super) fn of(lost: Option<&(Rc<str>, Span)>, places: &Lines) -> Option<Self> {
        lost.map(|(name, span)| Unknown {
            name: name.to_string(),
            line: places.line(span.start),
        })
    }
}

pub(super) fn launch_info(launch: &Launch, places: &Lines) -> LaunchInfo {
    let argument = |passed: &Passed| LaunchArgument {
        text: passed.text.clone(),
        number: passed.number,
        target: passed.pointer.as_ref().map(|pointer| match pointer.root() {
            Some(root) => Target::Array(root.to_string()),
            None => Target::Null,
        }),
        is_inside: matches!(passed.pointer, Some(Pointed::Inside(_))),
        bytes: passed.bytes,
        contents: passed.contents.clone(),
    };
    let members = launch.members.iter();
    LaunchInfo {
        kernel: launch.kernel.to_string(),
        template: launch.template_text.clone(),
        grid: launch.grid,
        block: launch.block,
        shared_bytes: launch.shared_bytes,
        arguments: launch.arguments.iter().map(argument).collect(),
        members: members.map(|(name, passed)| (name.clone(), argument(passed))).collect(),
        unknown: Unknown::of(launch.unknown.as_ref(), places),
        reached: launch.reached,
        line: places.line(launch.span.start),
    }
}

/// Returns a note for each array whose contents the host writes, and that cannot be computed.
pub(super) fn unfollowed(kernel: &Function, launch: &Launch, module: &Module) -> Vec<Error> {
    let passed = kernel.parameters.iter().zip(&launch.arguments);
    let passed = passed.filter(|(_, passed)| passed.contents == Some(Written::Unfollowed));
    let passed = passed.map(|(parameter, _)| &parameter.name);
    let is_used = |name: &&Rc<str>| {
        let mut roots = module.roots.iter();
        roots.any(|root| root.original == **name && root.binding.is_some())
    };
    let symbols = launch.unfollowed.iter().filter(is_used);
    let notes = passed.chain(symbols).map(|name| {
        let sentence =
            format!("what the host writes to `{name}` cannot be computed here: the buffer begins with other contents");
        *error(launch.span, sentence)
    });
    notes.collect()
}
