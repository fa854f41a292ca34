//! Connecting to a device: instance, adapter, then a device with the adapter's own limits.

use crate::error::GpuError;
use crate::health::{Answer, Health};
use crate::info::DeviceInfo;
use std::sync::Arc;

/// A connected device. Clones share the same device.
#[derive(Clone, Debug)]
pub struct Gpu {
    pub(crate) device: wgpu::Device,
    pub(crate) queue: wgpu::Queue,
    pub(crate) health: Arc<Health>,
    info: Arc<DeviceInfo>,
}

/// Selects the adapter to connect to.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Adapter {
    /// The fastest adapter, if there are several.
    #[default]
    HighPerformance,
    /// The first adapter whose name contains this text, ignoring case. A browser does not list its adapters, so there
    /// the high-performance adapter is used.
    Named(String),
}

impl Gpu {
    /// Connects to the high-performance adapter.
    ///
    /// # Errors
    /// [`GpuError::NoWebGpu`], [`GpuError::InsecureContext`], [`GpuError::NoAdapter`] or [`GpuError::DeviceRefused`].
    pub async fn connect() -> Result<Self, GpuError> {
        Gpu::connect_to(&Adapter::HighPerformance).await
    }

    /// Connects to the chosen adapter.
    ///
    /// # Errors
    /// The same as [`Gpu::connect`]; [`GpuError::NoAdapter`] lists the names of the available adapters.
    pub async fn connect_to(choice: &Adapter) -> Result<Self, GpuError> {
        #[cfg(target_arch = "wasm32")]
        crate::web::support()?;
        let mut descriptor = wgpu::InstanceDescriptor::new_without_display_handle();
        descriptor.flags = wgpu::InstanceFlags::empty();
        let instance = wgpu::Instance::new(descriptor);
        let adapter = find(&instance, choice).await?;
        let wanted = wgpu::Features::TIMESTAMP_QUERY
            | wgpu::Features::SUBGROUP
            | wgpu::Features::SUBGROUP_BARRIER
            | wgpu::Features::SHADER_F16;
        let (device, queue) = adapter
            .request_device(&wgpu::DeviceDescriptor {
                required_features: adapter.features() & wanted,
                // The default limits are the guaranteed minimum (256 lanes, 128 MiB), so the adapter's own limits are
                // requested.
                required_limits: adapter.limits(),
                ..Default::default()
            })
            .await
            .map_err(|error| GpuError::DeviceRefused {
                detail: error.to_string(),
            })?;
        let health = Arc::new(Health::default());
        listen(&device, &health);
        let info = Arc::new(DeviceInfo::of(&adapter, &device));
        Ok(Gpu {
            device,
            queue,
            health,
            info,
        })
    }

    /// Returns the name and the limits of the device.
    pub fn info(&self) -> &DeviceInfo {
        &self.info
    }

    /// Returns true once the device is lost. Call [`Gpu::connect`] to get a new one.
    pub fn is_lost(&self) -> bool {
        #[cfg(not(target_arch = "wasm32"))]
        self.look();
        self.health.is_lost()
    }

    /// Destroys the device. Every later call returns [`GpuError::DeviceLost`]. This frees the memory of a device that
    /// is no longer needed, and it lets a test simulate a lost device.
    pub fn destroy(&self) {
        self.device.destroy();
        // The browser reports the loss a little later; until then no command may be sent to the device.
        self.health.lose("destroyed".to_owned());
    }

    /// Returns the loss of the device as an error, or the first error that no error scope caught.
    pub(crate) fn check(&self) -> Result<(), GpuError> {
        #[cfg(not(target_arch = "wasm32"))]
        self.look();
        self.health.check()
    }

    /// Waits until the GPU has finished all submitted work.
    pub(crate) async fn settle(&self) -> Result<(), GpuError> {
        let answer = Answer::new();
        let bring = answer.clone();
        self.queue.on_submitted_work_done(move || bring.bring(()));
        self.wait_for(&answer).await
    }

    /// Waits for a callback of the device.
    pub(crate) async fn wait_for<T>(&self, answer: &Answer<T>) -> Result<T, GpuError> {
        #[cfg(not(target_arch = "wasm32"))]
        {
            // Natively nothing else polls the device, and callbacks run only during a poll.
            while !answer.is_there() && !self.health.is_lost() {
                let wait = wgpu::PollType::Wait {
                    submission_index: None,
                    timeout: Some(TIMEOUT),
                };
                let status = self.device.poll(wait);
                if status.is_ok_and(|status| status.is_queue_empty()) && !answer.is_there() {
                    self.check()?;
                    return Err(GpuError::MapFailed);
                }
            }
        }
        answer.wait(&self.health).await
    }

    /// Runs pending callbacks of the device; natively they run only during a poll.
    #[cfg(not(target_arch = "wasm32"))]
    fn look(&self) {
        // A poll fails only when the device is lost, and the callback has already reported that.
        let _gone = self.device.poll(wgpu::PollType::Poll);
    }
}

/// Duration of one native wait, after which the loop checks whether the device is lost.
#[cfg(not(target_arch = "wasm32"))]
const TIMEOUT: std::time::Duration = std::time::Duration::from_millis(200);

async fn find(instance: &wgpu::Instance, choice: &Adapter) -> Result<wgpu::Adapter, GpuError> {
    match choice {
        #[cfg(not(target_arch = "wasm32"))]
        Adapter::Named(name) => {
            let adapters = instance.enumerate_adapters(wgpu::Backends::all()).await;
            let names: Vec<String> = adapters.iter().map(|adapter| adapter.get_info().name).collect();
            let wanted = name.to_lowercase();
            adapters
                .into_iter()
                .find(|adapter| adapter.get_info().name.to_lowercase().contains(&wanted))
                .ok_or_else(|| GpuError::NoAdapter {
                    detail: format!("none is named `{name}`; there are {names:?}"),
                })
        }
        _ => instance
            .request_adapter(&wgpu::RequestAdapterOptions {
                power_preference: wgpu::PowerPreference::HighPerformance,
                ..Default::default()
            })
            .await
            .map_err(|error| GpuError::NoAdapter {
                detail: why_none(&error),
            }),
    }
}

/// Returns why there is no adapter. In the browser wgpu's error lists every backend that it was built without, which
/// explains nothing.
fn why_none(error: &wgpu::RequestAdapterError) -> String {
    if cfg!(target_arch = "wasm32") {
        "the browser offers none".to_owned()
    } else {
        error.to_string()
    }
}

/// Registers callbacks for the loss of the device and for uncaught errors; without the latter wgpu panics on them.
fn listen(device: &wgpu::Device, health: &Arc<Health>) {
    let lost = Arc::clone(health);
    device.set_device_lost_callback(move |reason, message| {
        lost.lose(if message.is_empty() {
            format!("{reason:?}").to_lowercase()
        } else {
            message
        });
    });
    #[cfg(target_arch = "wasm32")]
    crate::web::listen(device, Arc::clone(health));
    #[cfg(not(target_arch = "wasm32"))]
    {
        let uncaught = Arc::clone(health);
        device.on_uncaptured_error(Arc::new(move |error| uncaught.complain(GpuError::from_wgpu(error))));
    }
}
