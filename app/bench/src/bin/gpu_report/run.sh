#!/usr/bin/env bash
# Runs the report's measurements on this computer's NVIDIA GPU and writes them to the folder `results` next to this script.
# usage: run.sh [PART …]    parts: build native cuda counters browser; without a part it runs all of them
# Needs nvcc, ncu, cuobjdump (CUDA 13), python3, a Vulkan driver and a Chromium (set CHROMIUM to its path, CHROMIUM_FLAGS to its flags).
set -u
here=$(cd "$(dirname "$0")" && pwd)
results=$here/results
mkdir -p "$results"
[ -d /usr/local/cuda/bin ] && PATH=$PATH:/usr/local/cuda/bin
failed=0
fail() { echo "FAILED: $*" >&2; failed=1; }

# Every part records its GPU, because a report must come from one GPU.
same_gpu() { nvidia-smi --query-gpu=name,driver_version,uuid --format=csv,noheader | head -1 > "$results/gpu-$1.txt" || fail "nvidia-smi"; }

# Compiles a program of many files. Only kernels that launch kernels need relocatable code, because it makes launches slower.
compile() {
  # Suppresses two warnings: words that are volatile on purpose, and comparisons that are constant for a workgroup size.
  local flags="-std=c++20 -O3 -diag-suppress 3012,186 -arch=native"
  # shellcheck disable=SC2086
  (cd "$here/$1" && for source in bench.cu libraries.cu *.unit.cu; do
    case $source in launching.*) echo "$source -rdc=true" ;; *) echo "$source" ;; esac
  done | xargs -P "$(nproc)" -L 1 nvcc $flags -c && nvcc $flags -o bench bench.o libraries.o ./*.unit.o -lcublas) || fail "nvcc in $1"
}

build() {
  compile cuda & compile counters; wait
  # Counts the machine instructions of each kernel that access memory, to show how the compiler translated the accesses.
  cuobjdump -sass "$here/counters/bench" | awk '
    /Function :/ { if (name) print line(); name = $3; split("", count) }
    { for (word = 1; word <= NF; word++) if ($word ~ /^(LDG|STG|LDS|STS|ATOMG|REDG|RED|LDC|ULDC|SHFL|BAR)\./) { split($word, parts, "."); count[parts[1]]++; break } }
    function line(   text, key) { text = name; for (key in count) text = text " " key "=" count[key]; return text }
    END { if (name) print line() }' > "$results/sass.txt"
}

native() {
  same_gpu native
  bench() {
    local name=$1; shift
    # Exit code 1 means that a kernel that relies on lockstep was wrong here and that the others were timed.
    "$here/warpstep" bench "$@" --json > "$results/$name.json" 2> "$results/$name.log" || [ $? = 1 ] || fail "$name: $(cat "$results/$name.log")"
  }
  source "$here/native.sh"
}

cuda() {
  same_gpu cuda
  (cd "$here/cuda" && ./bench && cp samples.txt outputs.bin cases.txt "$results/") || fail "the CUDA program"
}

counters() {
  same_gpu counters
  cp "$here/counters/cases.txt" "$results/counted.txt" || fail "counters/cases.txt is missing"
  # Arbitration repeats some requests to shared memory at random; several readings reveal these.
  for reading in 1 2 3; do
    (cd "$here/counters" && ncu --clock-control none --csv --page raw --metrics "$(cat "$here/metrics.txt")" ./bench --rounds 0 > "$results/counters-$reading.csv" 2> "$results/counters.log") || fail "ncu: $(tail -3 "$results/counters.log")"
  done
}

browser() {
  same_gpu browser
  local flags=${CHROMIUM_FLAGS:---headless --no-sandbox --enable-gpu --use-gl=angle --use-angle=gl-egl --enable-features=Vulkan --disable-vulkan-surface --enable-unsafe-webgpu --ignore-gpu-blocklist}
  local profile port server chromium
  profile=$(mktemp -d)
  rm -f "$results/done"
  python3 "$here/serve.py" "$here/site" "$results" > "$profile/port" & server=$!
  for _ in $(seq 50); do [ -s "$profile/port" ] && break; sleep 0.1; done
  port=$(cat "$profile/port")
  # shellcheck disable=SC2086
  "${CHROMIUM:-chromium}" $flags --disable-quic --no-first-run --disable-background-networking --enable-logging=stderr \
    --user-data-dir="$profile" --remote-debugging-port=0 "http://127.0.0.1:$port/" > "$results/browser.log" 2>&1 & chromium=$!
  for _ in $(seq "${BROWSER_SECONDS:-480}"); do sleep 1; [ -f "$results/done" ] && break; kill -0 "$chromium" 2>/dev/null || break; done
  kill "$chromium" "$server" 2>/dev/null
  [ -f "$results/done" ] || fail "the browser did not finish: $(grep CONSOLE "$results/browser.log" | tail -3)"
}

for part in "${@:-build native cuda counters browser}"; do
  for each in $part; do echo "== $each $(date +%T)"; "$each"; done
done
exit $failed
