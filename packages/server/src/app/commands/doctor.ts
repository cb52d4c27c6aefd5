/**
 * `npm run doctor [-- --json]`: reports what is wrong with this installation; the exit code is 1 if something is
 * broken.
 */
import { readConfig } from '../../platform/config.ts'
import { command } from './command.ts'
import { examine } from './examine.ts'

await command(async () => {
  const { text, isHealthy } = await examine(() => readConfig(process.env), process.argv.slice(2))
  if (!isHealthy) process.exitCode = 1
  return text
})
