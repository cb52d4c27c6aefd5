import { existsSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import type { Render } from '@papadag/contract/route'
import { Problem } from '../../problem.ts'
import { webRoot } from './pages.ts'

const file = `${webRoot}server/render.js`
let loaded: Promise<{ render: Render }> | undefined

/** The pages of the built web app, loaded with the first one. Without a build there are none, but the API works. */
export const renderBuilt: Render = async (...page) => {
  if (!existsSync(file)) throw new Problem('request.unknownPath')
  loaded ??= import(pathToFileURL(file).href)
  const { render } = await loaded
  return render(...page)
}
