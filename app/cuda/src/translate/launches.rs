//! Checks what the launches of a kernel pass.

use super::Text;
use crate::error::{Error, error};
use crate::syntax::Function;
use crate::typing::Launch;

impl Text<'_> {
    /// Checks all launches of a kernel.
    ///
    /// # Errors
    ///
    /// The first launch that CUDA would refuse, or whose arguments are not taken here.
    pub(super) fn check_launches(&self, kernel: &Function) -> Result<(), Vec<Error>> {
        self.count_arguments(kernel)?;
        self.check_lambdas(kernel)?;
        self.check_shared_bytes(kernel)?;
        self.check_freed(kernel)
    }

    /// Checks that every launch of a kernel passes as many arguments as it takes.
    fn count_arguments(&self, kernel: &Function) -> Result<(), Vec<Error>> {
        let needed = kernel.parameters.iter();
        let needed = needed.filter(|parameter| parameter.default.is_none());
        let takes = needed.count()..=kernel.parameters.len();
        let mut launches = self.launches.iter();
        // The arguments of `cudaLaunchKernel` stand in an array of the host.
        let is_call = |launch: &Launch| {
            let span = launch.span.start as usize..launch.span.end as usize;
            let text = self.places.whole().get(span);
            text.is_some_and(|text| text.contains("<<<"))
        };
        let wrong = launches
            .find(|launch| launch.kernel == kernel.name && is_call(launch) && !takes.contains(&launch.arguments.len()));
        let Some(launch) = wrong else {
            return Ok(());
        };
        let count = |count: usize| match count {
            1 => "1 argument".to_owned(),
            count => format!("{count} arguments"),
        };
        let sentence = format!(
            "`{}` takes {}, and this launch passes {}",
            kernel.name,
            count(kernel.parameters.len()),
            launch.arguments.len()
        );
        Err(vec![*error(launch.span, sentence)])
    }

    /// Checks that no launch of a kernel passes a lambda.
    fn check_lambdas(&self, kernel: &Function) -> Result<(), Vec<Error>> {
        let mut launches = self.launches.iter();
        let passes = |launch: &&Launch| {
            let mut arguments = launch.arguments.iter();
            launch.kernel == kernel.name && arguments.any(|passed| passed.text.starts_with('['))
        };
        launches.find(passes).map_or(Ok(()), |launch| {
            Err(vec![
                *error(launch.span, "a lambda as an argument of a kernel is not taken").help(
                    "pass an object of a structure with `operator()`, and what the lambda captures as its members",
                ),
            ])
        })
    }

    /// Checks that no launch of a kernel asks for more dynamic shared memory than CUDA gives without being told.
    fn check_shared_bytes(&self, kernel: &Function) -> Result<(), Vec<Error>> {
        const MOST: u32 = 48 << 10;
        const ATTRIBUTE: &str = "cudaFuncAttributeMaxDynamicSharedMemorySize";
        let mut launches = self.launches.iter();
        let launch = launches
            .find(|launch| launch.kernel == kernel.name && launch.shared_bytes.is_some_and(|bytes| bytes > MOST));
        match launch {
            Some(launch) if !self.places.whole().contains(ATTRIBUTE) => {
                Err(
                    vec![*error(
                launch.span,
                format!(
                    "{} bytes of dynamic shared memory are too many: CUDA gives a launch {MOST} unless it is told",
                    launch.shared_bytes.unwrap_or(0)
                ),
            )
            .help(format!("call `cudaFuncSetAttribute({}, {ATTRIBUTE}, bytes)` before", kernel.name))],
                )
            }
            _ => Ok(()),
        }
    }

    /// Checks that no launch of a kernel passes an array that the host has freed.
    fn check_freed(&self, kernel: &Function) -> Result<(), Vec<Error>> {
        let launches = self.launches.iter();
        let mut launches = launches.filter(|launch| launch.kernel == kernel.name);
        let freed = launches.find_map(|launch| {
            let passed = launch
                .arguments
                .iter()
                .chain(launch.members.iter().map(|(_, passed)| passed));
            let mut freed = passed.filter_map(|passed| Some((passed, passed.freed?)));
            freed.next().map(|(passed, place)| (launch.span, &passed.text, place))
        });
        freed.map_or(Ok(()), |(span, text, place)| {
            let line = self.places.line(place.start);
            Err(vec![
                *error(
                    span,
                    format!("`{text}` is used here, and `cudaFree` has freed it in line {line}"),
                )
                .help("free it after the last launch that uses it"),
            ])
        })
    }
}
