// wgpu 30 cannot request `subgroups` from a browser (gfx-rs/wgpu#10146). This script adds it to every request for a
// device of an adapter that has it. It must run before the page's wasm starts.
(() => {
  if (typeof GPUAdapter === "undefined") return;
  const requestDevice = GPUAdapter.prototype.requestDevice;
  GPUAdapter.prototype.requestDevice = function (descriptor = {}) {
    const features = new Set(descriptor.requiredFeatures ?? []);
    if (this.features.has("subgroups")) features.add("subgroups");
    return requestDevice.call(this, { ...descriptor, requiredFeatures: [...features] });
  };
})();
