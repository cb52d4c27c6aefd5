import { type Logger, pino } from 'pino'

/** A line of its own for each request would cost a tenth of answering it: lines go out together, so long after at most. */
const flushMs = 250
const flushBytes = 4096
/** pino's number for it; errors have higher ones. */
const warning = 40

/** Opens the log on standard error. At a terminal people read the printed lines, so only warnings appear there. */
export function openLog({ isTerminal }: { isTerminal: boolean }): Logger {
  const lines = pino.destination({ fd: 2, minLength: flushBytes, periodicFlush: flushMs, sync: true })
  process.once('exit', () => lines.flushSync())
  return pino(
    {
      level: isTerminal ? 'warn' : 'info',
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      hooks: {
        // A process that is killed takes its buffered lines with it.
        logMethod(line, write, level) {
          write.apply(this, line)
          if (level >= warning) lines.flushSync()
        },
      },
    },
    lines,
  )
}
