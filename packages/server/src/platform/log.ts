import { type Logger, pino } from 'pino'
import { redact } from './files/redact.ts'

/**
 * A separate write for each line would cost a tenth of the request: lines are written together, after this delay at
 * most.
 */
const flushMs = 250
const flushBytes = 4096
/** pino's number for warnings; errors have higher ones. */
const warning = 40

/** Opens the log on standard error. At a terminal people read the printed lines, so only warnings are logged there. */
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
    { write: line => void lines.write(redact(line)) },
  )
}
