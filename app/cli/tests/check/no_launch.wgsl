// arguments: --seed 0
struct Settings { n: u32, scale: f32 }
override STEP: u32;
@group(0) @binding(0) var<storage, read_write> data: array<f32>;
@group(0) @binding(1) var<uniform> settings: Settings;

@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) id: vec3u) {
    if (id.x < settings.n) {
        data[id.x] = settings.scale * data[id.x + STEP];
    }
}
