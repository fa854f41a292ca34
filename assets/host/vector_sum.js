//# device
const adapter = await navigator.gpu.requestAdapter();
const device = await adapter.requestDevice();
const { STORAGE, COPY_DST, COPY_SRC, MAP_READ } = GPUBufferUsage;
//# allocate
const create = usage => device.createBuffer({ size: bytes, usage });
const a = create(STORAGE | COPY_DST);
const b = create(STORAGE | COPY_DST);
const c = create(STORAGE | COPY_SRC);
const result = create(MAP_READ | COPY_DST);
//# copy-in
device.queue.writeBuffer(a, 0, hostA);
device.queue.writeBuffer(b, 0, hostB);
//# compile
const module = device.createShaderModule({ code });
const pipeline = device.createComputePipeline({
  layout: "auto",
  compute: { module, constants: { BLOCK } },
});
const bindings = device.createBindGroup({
  layout: pipeline.getBindGroupLayout(0),
  entries: [a, b, c].map(
    (buffer, binding) => ({ binding, resource: { buffer } })),
});
//# launch
const blocks = Math.ceil(n / BLOCK);
const commands = device.createCommandEncoder();
const pass = commands.beginComputePass();
pass.setPipeline(pipeline);
pass.setBindGroup(0, bindings);
pass.dispatchWorkgroups(blocks);
pass.end();
device.queue.submit([commands.finish()]);
//# copy-out
const copy = device.createCommandEncoder();
copy.copyBufferToBuffer(c, 0, result, 0, bytes);
device.queue.submit([copy.finish()]);
await result.mapAsync(GPUMapMode.READ);
const hostC = new Int32Array(result.getMappedRange().slice());
//# free
for (const buffer of [a, b, c, result]) buffer.destroy();
