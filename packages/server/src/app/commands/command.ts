import { resolve } from 'node:path'
import { type ParseArgsOptionsConfig, parseArgs } from 'node:util'
import type { Config } from '../../platform/config.ts'
import type { Progress } from '../../platform/files/progress.ts'

/** What a command has done: in sentences for a person, and as one JSON object for a program (`--json`). */
export interface Said {
  text: string
  facts: Readonly<Record<string, unknown>>
  /** False if the command worked and found something broken. */
  isHealthy?: boolean
}

/** What a command finds around it. */
export interface Surroundings {
  /** Reads the environment; throws `ConfigProblem` if it is wrong. */
  config(): Config
  progress: Progress
  /** Prints what a command that keeps running has done so far. */
  say(said: Said): void
  /** Waits; resolves to false when it is time to stop. */
  wait(ms: number): Promise<boolean>
}

/** One way to call a command, and what follows. */
type Form = readonly [args: string, about: string]

/** One of the operator's commands. */
export interface Command {
  forms: readonly Form[]
  run(args: readonly string[], around: Surroundings): Promise<Said>
}

/** A command line that is not understood. */
export class UsageProblem extends Error {
  override name = 'UsageProblem'
}

/** Options of every command. */
const common = { json: { type: 'boolean' }, help: { type: 'boolean', short: 'h' } } as const

type Parsing<T extends ParseArgsOptionsConfig> = { args: string[]; options: T; allowPositionals: true }
type Values<T extends ParseArgsOptionsConfig> = ReturnType<typeof parseArgs<Parsing<T>>>['values']

interface Definition<T extends ParseArgsOptionsConfig> {
  forms: readonly Form[]
  options: T
  run(given: { values: Values<T>; words: readonly string[] }, around: Surroundings): Promise<Said>
}

/** A command whose options are read before it runs. */
export function command<const T extends ParseArgsOptionsConfig>({ forms, options, run }: Definition<T>): Command {
  return {
    forms,
    run(args, around) {
      const { values, positionals } = parse({ args: [...args], options, allowPositionals: true })
      return run({ values, words: positionals }, around)
    },
  }
}

function parse<T extends ParseArgsOptionsConfig>(config: Parsing<T>) {
  try {
    return parseArgs(config)
  } catch (error) {
    throw error instanceof TypeError ? new UsageProblem() : error
  }
}

/** Takes the options of every command out of a command line. What follows `--` is left alone. */
export function readCommon(args: readonly string[]): { isJson: boolean; wantsHelp: boolean; rest: string[] } {
  const { tokens } = parseArgs({
    args: [...args],
    options: common,
    allowPositionals: true,
    strict: false,
    tokens: true,
  })
  const found = tokens.filter(token => token.kind === 'option' && token.name in common && token.value === undefined)
  const at = new Set(found.map(({ index }) => index))
  return {
    isJson: found.some(token => token.kind === 'option' && token.name === 'json'),
    wantsHelp: found.some(token => token.kind === 'option' && token.name === 'help'),
    rest: args.filter((_, index) => !at.has(index)),
  }
}

/** Resolves a path against the folder that the command was called in, since it runs in that of Papadag. */
export function pathGiven(path: string): string {
  return resolve(process.env.INIT_CWD ?? process.cwd(), path)
}
