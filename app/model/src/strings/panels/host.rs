//! Words of the panel of the host's program.

words!(HostWords {
    measure: ("Measure on my GPU", "在我的 GPU 上测量"),
    measuring: ("Measuring …", "正在测量……"),
    /// Arguments: elements, the GPU of the shipped times.
    shipped: (|n, device| (
        format!("CUDA on an {device}, n = {n}: median of 31 runs, each phase until the GPU has finished"),
        format!("CUDA，{device}，n = {n}：31 次的中位数，每个阶段都等到 GPU 完成"),
    )) as fn(&str, &str) -> String,
    /// Argument: elements.
    own: (|n| (
        format!("WebGPU on this GPU, n = {n}: median of 7 runs, on the browser's clock"),
        format!("WebGPU，本机 GPU，n = {n}：7 次的中位数，用浏览器的时钟"),
    )) as fn(&str) -> String,
    /// The device cannot hold the arrays, or the run failed. Argument: the reason.
    failed: (|reason| (
        format!("The phases could not be timed: {reason}"),
        format!("无法为各阶段计时：{reason}"),
    )) as fn(&str) -> String,
    wrong: ("The sums that came back are wrong", "取回的和不正确"),
});
