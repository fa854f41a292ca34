//! Compiles WGSL text to a pipeline that can be dispatched; a refusal carries the compiler's own message.

use crate::buffers::Bound;
use crate::checks::Checks;
use crate::clock::now_nanos;
use crate::connect::Gpu;
use crate::error::GpuError;
use simt::{Dispatch, Kernel};
use std::collections::BTreeMap;

/// A kernel that is ready to be dispatched.
#[derive(Debug)]
pub(crate) struct Prepared {
    pub pipeline: wgpu::ComputePipeline,
    pub bind_groups: Vec<(u32, wgpu::BindGroup)>,
    pub workgroups: [u32; 3],
    pub bound: Vec<Bound>,
    /// Wall time from source text to pipeline. A driver may defer part of the work to the first dispatch.
    pub compile_nanos: f64,
}

/// Compiles a kernel and binds its buffers.
///
/// # Errors
/// [`GpuError::ShaderRefused`], [`GpuError::CommandRefused`] or [`GpuError::DeviceLost`].
pub(crate) async fn prepare(
    gpu: &Gpu,
    kernel: &Kernel,
    dispatch: &Dispatch,
    checks: Checks,
    bound: Vec<Bound>,
) -> Result<Prepared, GpuError> {
    let start = now_nanos();
    let module = compile(gpu, kernel, checks).await?;
    let pipeline = specialise(gpu, kernel, dispatch, &module).await?;
    let compile_nanos = now_nanos() - start;
    let bind_groups = bind(gpu, &pipeline, &bound).await?;
    gpu.check()?;
    Ok(Prepared {
        pipeline,
        bind_groups,
        workgroups: dispatch.workgroups,
        bound,
        compile_nanos,
    })
}

async fn compile(gpu: &Gpu, kernel: &Kernel, checks: Checks) -> Result<wgpu::ShaderModule, GpuError> {
    let scope = gpu.device.push_error_scope(wgpu::ErrorFilter::Validation);
    let source = &*kernel.source;
    #[cfg(not(target_arch = "wasm32"))]
    let source = &*crate::naga::without_directives(source);
    let descriptor = wgpu::ShaderModuleDescriptor {
        label: Some(&kernel.name),
        source: wgpu::ShaderSource::Wgsl(source.into()),
    };
    let module = checks.module(&gpu.device, descriptor);
    let error = scope.pop().await;
    let info = module.get_compilation_info().await;
    gpu.check()?;
    let is_error = |message: &&wgpu::CompilationMessage| message.message_type == wgpu::CompilationMessageType::Error;
    if let Some(message) = info.messages.iter().find(is_error) {
        let line = message.location.map(|location| location.line_number);
        return Err(GpuError::ShaderRefused {
            message: message.message.clone(),
            line,
        });
    }
    match error {
        None => Ok(module),
        Some(error) => Err(refused(error)),
    }
}

async fn specialise(
    gpu: &Gpu,
    kernel: &Kernel,
    dispatch: &Dispatch,
    module: &wgpu::ShaderModule,
) -> Result<wgpu::ComputePipeline, GpuError> {
    let constants: Vec<(&str, f64)> = dispatch
        .overrides
        .iter()
        .map(|(name, &value)| (name.as_str(), value))
        .collect();
    let scope = gpu.device.push_error_scope(wgpu::ErrorFilter::Validation);
    let pipeline = gpu.device.create_compute_pipeline(&wgpu::ComputePipelineDescriptor {
        label: Some(&kernel.name),
        layout: None,
        module,
        entry_point: kernel.entry_point.as_deref(),
        compilation_options: wgpu::PipelineCompilationOptions {
            constants: &constants,
            ..Default::default()
        },
        cache: None,
    });
    let error = scope.pop().await;
    gpu.check()?;
    error.map_or(Ok(pipeline), |error| Err(refused(error)))
}

async fn bind(
    gpu: &Gpu,
    pipeline: &wgpu::ComputePipeline,
    bound: &[Bound],
) -> Result<Vec<(u32, wgpu::BindGroup)>, GpuError> {
    let mut groups: BTreeMap<u32, Vec<wgpu::BindGroupEntry<'_>>> = BTreeMap::new();
    for buffer in bound {
        let entry = wgpu::BindGroupEntry {
            binding: buffer.binding,
            resource: buffer.buffer.as_entire_binding(),
        };
        groups.entry(buffer.group).or_default().push(entry);
    }
    let scope = gpu.device.push_error_scope(wgpu::ErrorFilter::Validation);
    let made = groups
        .into_iter()
        .map(|(group, entries)| {
            let layout = pipeline.get_bind_group_layout(group);
            let descriptor = wgpu::BindGroupDescriptor {
                label: None,
                layout: &layout,
                entries: &entries,
            };
            (group, gpu.device.create_bind_group(&descriptor))
        })
        .collect();
    scope
        .pop()
        .await
        .map_or(Ok(made), |error| Err(GpuError::from_wgpu(error)))
}

fn refused(error: wgpu::Error) -> GpuError {
    match GpuError::from_wgpu(error) {
        GpuError::CommandRefused { message } => GpuError::ShaderRefused { message, line: None },
        other => other,
    }
}
