//! Why a kernel cannot run, in Simplified Chinese. The English sentences are the machine's own.

use simt::KernelError;

/// Returns what is wrong with a kernel, as a sentence.
pub(super) fn chinese(error: &KernelError) -> String {
    match error {
        KernelError::TooLong { bytes, limit, .. } => {
            format!("源代码有 {bytes} 字节，最多读取 {limit} 字节。")
        }
        KernelError::TooDeep { limit, .. } => format!("括号嵌套超过 {limit} 层。"),
        KernelError::Parse { message, .. } => format!("不是合法的 WGSL：{message}"),
        KernelError::Validation { message, .. } => format!("违反了 WGSL 的规则：{message}"),
        KernelError::Cuda { message, .. } => message.clone(),
        KernelError::Unsupported { feature, .. } => {
            format!("模拟机还不能执行{}。", unsupported(feature))
        }
        KernelError::NoEntryPoint { name: Some(name) } => format!("没有名为 {name} 的计算入口。"),
        KernelError::NoEntryPoint { name: None } => "没有计算入口。".to_owned(),
        KernelError::SeveralEntryPoints { names } => {
            format!("有多个计算入口，请指明其中一个：{}。", names.join("、"))
        }
        KernelError::UnknownOverride { name } => format!("内核没有声明 override {name}。"),
        KernelError::MissingOverride { name } => {
            format!("override {name} 没有默认值，也没有给出值。")
        }
        KernelError::OverrideValue { name, value } => {
            format!("值 {value} 不适合 override {name}。")
        }
        KernelError::MissingBuffer { name, group, binding } => {
            format!("{name}（组 {group}，绑定 {binding}）没有缓冲区。")
        }
        KernelError::BufferSize { name, bytes, wanted } => {
            format!("{name} 的缓冲区有 {bytes} 字节，内核需要 {wanted}。")
        }
        KernelError::WorkgroupSize { x, y, z, limit } => {
            format!("{x} × {y} × {z} 的工作组无法运行，乘积须在 1 到 {limit} 之间。")
        }
        KernelError::WorkgroupCount { x, y, z, limit } => {
            format!("{x} × {y} × {z} 个工作组无法运行，每个数最多 {limit}。")
        }
        KernelError::IndirectOffset { offset } => {
            format!("间接派发参数的偏移 {offset} 不是 4 的倍数。")
        }
        KernelError::IndirectRange { offset, bytes } => {
            format!("偏移 {offset} 处的 12 字节间接派发参数超出了 {bytes} 字节的缓冲区。")
        }
        KernelError::IndirectBuffer { group, binding } => {
            format!("应存放间接派发参数的缓冲区（组 {group}，绑定 {binding}）不存在。")
        }
        KernelError::TooMuchMemory { what, bytes, limit, .. } => {
            format!("{}需要 {bytes} 字节，超过上限 {limit}。", memory(what))
        }
    }
}

/// Translates features that learners are likely to use; for others it keeps the machine's own word.
fn unsupported(feature: &str) -> String {
    let words = match feature {
        "samplers; `textureLoad` reads a texel without one" => "采样器；`textureLoad` 不用采样器也能读纹素",
        "texture functions that sample; `textureLoad` reads a texel" => "采样的纹理函数；`textureLoad` 可以读纹素",
        "cube textures" => "立方体纹理",
        "textures with several samples" => "多重采样的纹理",
        "external textures" => "外部纹理",
        "atomics of textures, discard and ray queries" => "纹理的原子操作、discard 和光线查询",
        "memory barriers" => "内存屏障",
        "numbers that are not 32 bits wide" => "不是 32 位的数",
        "atomic operations" => "原子操作",
        "subgroup operations" => "子组操作",
        "a pointer as a value" => "作为值的指针",
        "inputs with a location" => "带 location 的输入",
        _ => return format!(" {feature}"),
    };
    words.to_owned()
}

/// Names a memory that is too small; `what` is the machine's word for it.
fn memory(what: &str) -> String {
    match what {
        "private memory" => "私有内存".to_owned(),
        "bytecode after inlining" => "内联后的字节码".to_owned(),
        "buffers" => "缓冲区".to_owned(),
        what => match what.strip_prefix("workgroup memory ") {
            Some(name) => format!("共享内存 {name} "),
            None => format!("{what} "),
        },
    }
}
