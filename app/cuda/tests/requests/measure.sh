#!/bin/sh
# Counts the requests of every program of this folder on an NVIDIA GPU, and prints the counters that are not 0:
# program, counter, number. `h200.csv` is what an H200 gave; `requests.rs` compares it with the machine.
# Needs nvcc and ncu. Usage: sh measure.sh sm_90 > h200.csv
set -e
cd "$(dirname "$0")"
for operation in ld st red atom; do
    list=$list,l1tex__t_requests_pipe_lsu_mem_global_op_$operation.sum,l1tex__t_sectors_pipe_lsu_mem_global_op_$operation.sum
done
for operation in ld st; do
    # The accesses to a set of tags are those to cache lines.
    list=$list,l1tex__t_set_accesses_pipe_lsu_mem_global_op_$operation.sum
    list=$list,smsp__sass_data_bytes_mem_global_op_$operation.sum,smsp__sass_data_bytes_mem_shared_op_$operation.sum
done
for operation in ld st atom; do
    list=$list,smsp__inst_executed_op_shared_$operation.sum
    list=$list,l1tex__data_pipe_lsu_wavefronts_mem_shared_op_$operation.sum
    list=$list,l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_$operation.sum
done
folder=$(mktemp -d)
for text in *.cu; do
    program=${text%.cu}
    nvcc -O3 -arch="$1" -o "$folder/$program" "$text"
    # The columns of ncu are in quotes; the last three are a counter, its unit and its number.
    ncu --clock-control none --csv --metrics "${list#,}" "$folder/$program" |
        awk -F '","' -v program="$program" '/^"[0-9]/ {
            number = $NF; gsub(/[",]/, "", number)
            if (number != 0) print program "," $(NF - 2) "," number
        }'
done
rm -r "$folder"
