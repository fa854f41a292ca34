// buffer 0: zeros 16
struct Particle {
  position: vec3f,
  tags: array<u32, 2>,
}
@group(0) @binding(0) var<storage, read_write> particles: array<Particle>;

@compute @workgroup_size(2)
fn main(@builtin(local_invocation_index) tid: u32) {
  particles[tid].position += vec3f(0.5, 1.0, f32(tid));
  particles[tid].tags[1] = tid + 7u;
}
