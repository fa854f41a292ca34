// wgpu 30 cannot ask a browser for `subgroups` (gfx-rs/wgpu#10146). This asks for it wherever a device is requested
// from an adapter that has it. It must run before the page's wasm starts.
(() => {
  if (typeof GPUAdapter === "undefined") return;
  const requestDevice = GPUAdapter.prototype.requestDevice;
  GPUAdapter.prototype.requestDevice = function (descriptor = {}) {
    const features = new Set(descriptor.requiredFeatures ?? []);
    if (this.features.has("subgroups")) features.add("subgroups");
    return requestDevice.call(this, { ...descriptor, requiredFeatures: [...features] });
  };
})();
