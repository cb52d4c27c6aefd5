// Preloaded into the process that run.mjs starts: if run.mjs disappears for any reason, the process stops as if
// signalled. Worker threads load this file too, but have no channel.
import process from 'node:process'

if (process.channel) {
  process.channel.unref() // or it would keep a process alive that has nothing left to do
  process.on('disconnect', () => process.kill(process.pid, 'SIGTERM'))
}
