// Checks the types of every folder with a tsconfig: packages, tools and browser tests.
import { spawnSync } from 'node:child_process'
import { globSync } from 'node:fs'

const projects = ['tsconfig.json', ...globSync('packages/*/tsconfig*.json').sort()]
for (const project of projects) {
  const { status } = spawnSync('tsc', ['--noEmit', '-p', project], {
    stdio: 'inherit',
    shell: process.platform === 'win32',
  })
  if (status !== 0) process.exitCode = 1
}
