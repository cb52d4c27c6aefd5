import * as contract from '@papadag/contract/playdates/polls'
import { tokenOf } from '../../domain/links/link-tokens.ts'
import { type Allow, type Served, serve } from '../../platform/http/serve.ts'
import { day, hour, minute, type RateLimit } from '../../platform/rate-limits.ts'
import * as commands from './commands.ts'
import * as queries from './queries.ts'

const created: RateLimit = {
  name: 'polls-created',
  windows: [
    { times: 10, seconds: hour },
    { times: 30, seconds: day },
  ],
}
const answered: RateLimit = { name: 'polls-answered', windows: [{ times: 60, seconds: minute }] }
const chosen: RateLimit = { name: 'polls-chosen', windows: [{ times: 30, seconds: minute }] }
/** Limits attempts to guess links. */
const opened: RateLimit = { name: 'polls-opened', windows: [{ times: 120, seconds: minute }] }

const isVisible: Allow<typeof contract.choosePollTime | typeof contract.deletePoll> = ({ db, params, member }) =>
  queries.mustOwn(db, params.id, member.id)

export function pollRoutes(parts: commands.Parts): Served[] {
  const readerAt = (id: number, origin: string): queries.Reader => ({
    id,
    link: salt => `${origin}/p/${tokenOf(parts.sessionSecret, 'poll', salt)}`,
  })
  return [
    serve(
      contract.polls,
      { shows: ({ db, member, page }) => queries.listShows(db, member.id, page) },
      ({ db, member, page, origin }) => queries.listed(db, readerAt(member.id, origin), page),
    ),
    serve(
      contract.onePoll,
      { shows: ({ db, params, member }) => queries.shows(db, params, member.id) },
      ({ db, params, member, origin }) => queries.byId(db, params.id, readerAt(member.id, origin)),
    ),
    serve(
      contract.pollByLink,
      { limit: opened, shows: ({ db, params, member }) => queries.shows(db, params, member.id) },
      ({ db, params, member, origin }) => queries.byLink(db, params.token, readerAt(member.id, origin)),
    ),
    serve(
      contract.createPoll,
      {
        limit: created,
        again: ({ db, member, origin }, id) => queries.byId(db, id, readerAt(member.id, origin)),
      },
      async ({ db, body, member, origin }) => {
        const id = await commands.create(db, body, member.id, parts)
        return queries.byId(db, id, readerAt(member.id, origin))
      },
    ),
    serve(contract.answerPoll, { limit: answered }, async ({ db, params, body, member, origin }) => {
      const { answers, children, token } = body
      await commands.answer(db, params.id, { answers, children, token }, member.id)
      return queries.byId(db, params.id, readerAt(member.id, origin))
    }),
    serve(contract.choosePollTime, { limit: chosen, allow: isVisible }, ({ db, params, body, member }) =>
      commands.choose(db, params.id, { timeId: body.timeId, children: body.children }, member.id),
    ),
    serve(contract.deletePoll, { limit: chosen, allow: isVisible }, ({ db, params, member }) =>
      commands.remove(db, params.id, member.id),
    ),
  ]
}
