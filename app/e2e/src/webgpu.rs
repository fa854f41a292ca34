//! Runs kernels on the browser's WebGPU without the page, and compares their buffers with the machine's.

use crate::browser::Browser;
use crate::bytes;
use generator::{Expected, RandomKernel, Verdict, blind};
use serde_json::{Value, json};
use simt::Dispatch;

/// Runs kernels one after another, on one device until that is lost. The device has the features that the page asks
/// for, and 16-bit floats. The bind group layouts come from the kernel, so a dispatch may only have bindings that the
/// kernel uses.
const SCRIPT: &str = "
    const [kernels, done] = [arguments[0], arguments[arguments.length - 1]];
    const connect = async () => {
        const adapter = await navigator.gpu.requestAdapter();
        const limits = {};
        for (const name in adapter.limits) {
            if (typeof adapter.limits[name] === 'number') limits[name] = adapter.limits[name];
        }
        const wanted = ['subgroups', 'shader-f16'].filter(name => adapter.features.has(name));
        const device = await adapter.requestDevice({ requiredFeatures: wanted, requiredLimits: limits });
        device.lost.then(info => window.lost = info.message || info.reason);
        return device;
    };
    const run = async (device, { source, constants, workgroups, buffers }) => {
        device.pushErrorScope('validation');
        const module = device.createShaderModule({ code: source });
        const said = (await module.getCompilationInfo()).messages.find(({ type }) => type === 'error');
        await device.popErrorScope();
        if (said) return { refused: `line ${said.lineNum}: ${said.message}` };
        const pipeline = await device.createComputePipelineAsync({ layout: 'auto', compute: { module, constants } });
        device.pushErrorScope('validation');
        const held = buffers.map(({ contents }) => {
            const data = bytes(contents);
            const usage = GPUBufferUsage.STORAGE | GPUBufferUsage.UNIFORM | GPUBufferUsage.COPY_SRC
                | GPUBufferUsage.COPY_DST;
            const buffer = device.createBuffer({ size: Math.max(data.length, 4), usage });
            device.queue.writeBuffer(buffer, 0, data);
            return buffer;
        });
        const encoder = device.createCommandEncoder();
        const pass = encoder.beginComputePass();
        pass.setPipeline(pipeline);
        for (const group of new Set(buffers.map(({ group }) => group))) {
            const entries = buffers.flatMap(({ group: own, binding }, place) =>
                own === group ? [{ binding, resource: { buffer: held[place] } }] : []);
            pass.setBindGroup(group, device.createBindGroup({ layout: pipeline.getBindGroupLayout(group), entries }));
        }
        pass.dispatchWorkgroups(...workgroups);
        pass.end();
        const copies = held.map(({ size }) =>
            device.createBuffer({ size, usage: GPUBufferUsage.MAP_READ | GPUBufferUsage.COPY_DST }));
        held.forEach((buffer, place) => encoder.copyBufferToBuffer(buffer, 0, copies[place], 0, buffer.size));
        device.queue.submit([encoder.finish()]);
        const error = await device.popErrorScope();
        if (error) return { refused: error.message };
        await Promise.all(copies.map(copy => copy.mapAsync(GPUMapMode.READ)));
        const words = copies.map(copy => text(new Uint8Array(copy.getMappedRange())));
        [...held, ...copies].forEach(buffer => buffer.destroy());
        return { words };
    };
    (async () => {
        const answers = [];
        for (const kernel of kernels) {
            if (!window.device || window.lost) [window.lost, window.device] = [undefined, await connect()];
            const answer = await run(window.device, kernel).catch(error => ({ refused: String(error) }));
            // The device reports its loss a little later than the call that failed because of it.
            if (answer.refused) await new Promise(later => setTimeout(later, 50));
            answers.push(window.lost ? { lost: window.lost } : answer);
        }
        done(answers);
    })().catch(error => done(String(error)));
";

/// The end of the message with which Chromium refuses the valid `v.yx <<= vec2u(6u)`; it takes `v.yx = v.yx << vec2u(6u)`.
const SWIZZLED_SHIFT: &str = "bit width of the lhs, which is 0";

/// The reason why a kernel has no result.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Failure {
    /// The browser refused the kernel, with this message.
    Refused(String),
    /// The device was lost, with this message. The next kernel gets another one.
    Lost(String),
}

impl Browser {
    /// Returns the words of each dispatch's buffers. A script has a time limit, so pass only a few dozen kernels.
    ///
    /// # Errors
    /// The reason why the script did not end.
    pub async fn webgpu(&self, kernels: &[(&str, Dispatch)]) -> Result<Vec<Result<Vec<Vec<u32>>, Failure>>, String> {
        let kernels: Vec<Value> = kernels.iter().map(|it| order(it.0, &it.1)).collect();
        let script = format!("{}{SCRIPT}", bytes::SCRIPT);
        match self.try_script_of(&script, vec![kernels.into()]).await? {
            Value::Array(answers) => Ok(answers.iter().map(answer).collect()),
            other => Err(other.to_string()),
        }
    }

    /// Compares the results of random kernels on the machine and on the browser's device.
    ///
    /// # Errors
    /// As [`Browser::webgpu`].
    pub async fn verdicts(&self, kernels: &[RandomKernel]) -> Result<Vec<Verdict>, String> {
        let mut verdicts = self.first_verdicts(kernels).await?;
        for (kernel, verdict) in kernels.iter().zip(&mut verdicts) {
            if matches!(verdict, Verdict::Differ(_)) && self.first_verdicts(&[blind(kernel)]).await? == [Verdict::Agree]
            {
                *verdict = Verdict::KnownBug;
            }
        }
        Ok(verdicts)
    }

    async fn first_verdicts(&self, kernels: &[RandomKernel]) -> Result<Vec<Verdict>, String> {
        let expected: Vec<_> = kernels.iter().map(Expected::of).collect();
        let taken = kernels
            .iter()
            .zip(&expected)
            .filter_map(|(kernel, ours)| Some((kernel.source.as_str(), ours.as_ref().ok()?.dispatch())));
        let mut theirs = self.webgpu(&taken.collect::<Vec<_>>()).await?.into_iter();
        let verdict = |ours: &Result<Expected<'_>, String>| match ours {
            Err(why) => Verdict::Refused(why.clone()),
            Ok(ours) => match theirs.next() {
                Some(Ok(theirs)) => ours.verdict(theirs),
                Some(Err(Failure::Refused(why))) if why.contains(SWIZZLED_SHIFT) => Verdict::KnownBug,
                Some(Err(Failure::Refused(why))) => Verdict::Refused(format!("device: {why}")),
                Some(Err(Failure::Lost(why))) => Verdict::NotRun(why),
                None => Verdict::NotRun("no answer".to_owned()),
            },
        };
        Ok(expected.iter().map(verdict).collect())
    }
}

fn order(source: &str, dispatch: &Dispatch) -> Value {
    let buffers = dispatch.buffers.iter().map(|buffer| {
        let words = buffer.contents.words();
        let contents: Vec<u8> = words.into_iter().flat_map(u32::to_le_bytes).collect();
        json!({
            "group": buffer.group,
            "binding": buffer.binding,
            "contents": bytes::encode(&contents),
        })
    });
    json!({
        "source": source,
        "constants": dispatch.overrides,
        "workgroups": dispatch.workgroups,
        "buffers": buffers.collect::<Vec<_>>(),
    })
}

fn answer(answer: &Value) -> Result<Vec<Vec<u32>>, Failure> {
    if let Some(why) = answer["lost"].as_str() {
        return Err(Failure::Lost(why.to_owned()));
    }
    let words = |text: &Value| {
        let bytes = bytes::decode(text.as_str()?)?;
        let fours = bytes.as_chunks::<4>().0.iter();
        Some(fours.map(|four| u32::from_le_bytes(*four)).collect())
    };
    let buffers = answer["words"].as_array();
    buffers
        .and_then(|buffers| buffers.iter().map(words).collect())
        .ok_or_else(|| {
            let why = answer["refused"].as_str().map(str::to_owned);
            Failure::Refused(why.unwrap_or_else(|| answer.to_string()))
        })
}
