/** Loaded into a measured process (`--import`): tells its CPU time, of all its threads, to whoever asks. */
process.on('message', () => process.send?.(process.cpuUsage()))
process.channel?.unref()
