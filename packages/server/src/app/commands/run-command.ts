import { setTimeout as after } from 'node:timers/promises'
import { readConfig } from '../../platform/config.ts'
import { showProgress } from '../../platform/files/progress.ts'
import { failure } from '../failure.ts'
import { print } from '../print.ts'
import { type Command, readCommon, type Said, type Surroundings, UsageProblem } from './command.ts'

/** What the exit code of every command says; the doctor's is `failed` too if something is broken. */
const exitCodes = { done: 0, failed: 1, notUnderstood: 2 }

const configured = 'Configuration: the environment variables of the server (docs/operate.md).'
const codes =
  'Exit codes: 0 done; 1 not done, for the reason on standard error, or something is broken; 2 the command line is not understood.'

type Commands = Readonly<Record<string, Command>>

/** Runs one of the commands: a problem that the operator can mend is one sentence, any other error keeps its stack. */
export async function runCommand(commands: Commands, args: readonly string[]): Promise<number> {
  const { isJson, wantsHelp, rest: words } = readCommon(args)
  const [name = 'help', ...rest] = words
  if (name === 'help') return helpWith(commands, rest)
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined
  if (!command) return complain(`There is no command ${name}; "papadag help" names them all.`)
  if (wantsHelp) return tell(helpOf(commands, name))
  const around = surroundings(isJson)
  try {
    const said = await command.run(rest, around).finally(() => around.progress.end())
    around.say(said)
    return said.isHealthy === false ? exitCodes.failed : exitCodes.done
  } catch (error) {
    if (error instanceof UsageProblem) return complain(`Say ${usageOf(name, command)}.`)
    process.stderr.write(`${failure(error)}\n`)
    return exitCodes.failed
  }
}

function surroundings(isJson: boolean): Surroundings {
  const ended = new AbortController()
  process.once('SIGTERM', () => ended.abort())
  return {
    config: () => readConfig(process.env),
    progress: showProgress(process.stderr),
    say: ({ text, facts }: Said) => print(isJson ? JSON.stringify(facts) : text),
    wait: ms =>
      after(ms, true, { signal: ended.signal }).then(
        () => true,
        () => false,
      ),
  }
}

function tell(text: string): number {
  print(text)
  return exitCodes.done
}

function complain(sentence: string): number {
  process.stderr.write(`${sentence}\n`)
  return exitCodes.notUnderstood
}

function helpWith(commands: Commands, [name, ...more]: readonly string[]): number {
  if (more.length > 0 || (name !== undefined && !Object.hasOwn(commands, name)))
    return complain('Say papadag help, or papadag help COMMAND.')
  return tell(helpOf(commands, name))
}

const line = (name: string, args: string) => `papadag ${name}${args === '' ? '' : ` ${args}`}`

const usageOf = (name: string, { forms }: Command) => forms.map(([args]) => line(name, args)).join(', or ')

/** The help of one command, or of all. */
function helpOf(commands: Commands, only?: string): string {
  const shown = Object.entries(commands).filter(([name]) => only === undefined || name === only)
  const rows = shown.flatMap(([name, { forms }]) => forms.map(([args, about]) => [line(name, args), about] as const))
  return [
    'npx papadag COMMAND, or in the container: papadag COMMAND',
    '',
    ...rows.map(([usage, about]) => `  ${usage}\n      ${about}`),
    '',
    'Every command takes --json, which prints one JSON object, and --help.',
    codes,
    configured,
  ].join('\n')
}
