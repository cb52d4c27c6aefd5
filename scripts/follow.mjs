// Loaded before the file that run.mjs starts: when run.mjs is gone, whatever ended it, this process stops as if asked
// to. Worker threads load it as well, and have no channel.
import process from 'node:process'

if (process.channel) {
  process.channel.unref() // or it would keep a process alive that has nothing left to do
  process.on('disconnect', () => process.kill(process.pid, 'SIGTERM'))
}
