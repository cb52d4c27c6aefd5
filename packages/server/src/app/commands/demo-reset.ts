/** `npm run demo:reset`: restores the demo to its first day. */
import { readConfig } from '../../platform/config.ts'
import { command } from './command.ts'
import { resetDemo } from './reset-demo.ts'

await command(() => resetDemo(readConfig(process.env)))
