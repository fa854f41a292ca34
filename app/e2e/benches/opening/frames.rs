//! A script that records the work of the main thread in each frame.

/// Runs before the page: records each frame's time stamp and the milliseconds of the main thread: from the frame's
/// first callback to the browser's next task, which follows style, layout and paint, and those of the timers before the
/// frame. The callbacks are recorded with the canvas that they draw on.
pub const PROBE: &str = "
    const probe = { frames: [], draws: [], timers: 0 };
    globalThis.probe = probe;
    const after = (action) => {
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = () => { port1.close(); action(performance.now()); };
        port2.postMessage(0);
    };
    const nextFrame = requestAnimationFrame.bind(globalThis);
    let canvas = null;
    const getContext = HTMLCanvasElement.prototype.getContext;
    HTMLCanvasElement.prototype.getContext = function (...given) {
        canvas = this.id || this.className;
        return getContext.apply(this, given);
    };
    globalThis.requestAnimationFrame = (action) => nextFrame((stamp) => {
        const begun = performance.now();
        canvas = null;
        action(stamp);
        if (canvas !== null) probe.draws.push([stamp, canvas, performance.now() - begun]);
    });
    const timer = globalThis.setInterval.bind(globalThis);
    globalThis.setInterval = (action, ...given) => timer((...values) => {
        const begun = performance.now();
        after((now) => { probe.timers += now - begun; });
        return action(...values);
    }, ...given);
    const each = (stamp) => {
        nextFrame(each);
        const begun = performance.now();
        const timers = probe.timers;
        probe.timers = 0;
        after((now) => probe.frames.push([stamp, now - begun + timers]));
    };
    nextFrame(each);
    // The milliseconds of the main thread until a step is on the canvas: what the action does with all that it sets
    // going, and the frames until nothing more is drawn.
    probe.step = (action) => new Promise((resolve) => {
        const begun = performance.now();
        action();
        after((now) => {
            const acted = now - begun;
            let drawn = 0;
            let left = 3;
            const look = () => {
                const at = performance.now();
                after((now) => {
                    drawn += now - at;
                    left -= 1;
                    left > 0 ? nextFrame(look) : resolve(acted + drawn);
                });
            };
            nextFrame(look);
        });
    });
";
