import * as contract from '@papadag/contract/parent-links'
import { linksOfThing } from '../../domain/links/parent-links.ts'
import { mustOwnPlaydate, mustSeePlaydate } from '../../domain/playdates/projection.ts'
import { type Allow, type Served, serve } from '../../platform/http/serve.ts'
import { day, hour, minute, type RateLimit } from '../../platform/rate-limits.ts'
import { linksOf, makeLink, removeLink, showAddress } from './links.ts'

const made: RateLimit = {
  name: 'parent-links-made',
  windows: [
    { times: 30, seconds: hour },
    { times: 100, seconds: day },
  ],
}
const changed: RateLimit = { name: 'parent-links-changed', windows: [{ times: 30, seconds: minute }] }

const mustSee: Allow<typeof contract.removeParentLink> = ({ db, params, member }) =>
  mustSeePlaydate(db, params.id, member.id)
const mustOwn: Allow<typeof contract.setParentLinks> = ({ db, params, member }) =>
  mustOwnPlaydate(db, params.id, member.id)

export function parentLinkRoutes(sessionSecret: string): Served[] {
  const urlOf = (origin: string, token: string) => `${origin}/m/${token}`
  return [
    serve(contract.makeParentLink, { limit: made, allow: mustSee }, async ({ db, params, member, origin }) => ({
      url: urlOf(origin, await makeLink(db, sessionSecret, params.id, member.id)),
    })),
    serve(
      contract.parentLinks,
      { allow: mustSee, shows: ({ params }) => ({ things: [`playdate ${params.id}`, linksOfThing(params.id)] }) },
      async ({ db, params, member, origin }) => {
        const { token, ...ofCreator } = await linksOf(db, sessionSecret, params.id, member.id)
        return { url: token === undefined ? null : urlOf(origin, token), ...ofCreator }
      },
    ),
    serve(contract.setParentLinks, { limit: changed, allow: mustOwn }, ({ db, params, body }) =>
      showAddress(db, params.id, body.showsAddress),
    ),
    serve(contract.removeParentLink, { limit: changed, allow: mustSee }, ({ db, params, member }) =>
      removeLink(db, params.id, member.id),
    ),
  ]
}
