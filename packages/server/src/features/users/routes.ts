import { matchCount, matches } from '@papadag/contract/matches'
import { answerKnown, knownAsked } from '@papadag/contract/users/known'
import * as contract from '@papadag/contract/users/users'
import { audit } from '../../domain/audit.ts'
import { askedKnown } from '../../domain/known.ts'
import type { CheckPassword } from '../../domain/password-policy.ts'
import { voiceOf } from '../../domain/places/voices.ts'
import { homeMoves, wouldMove } from '../../domain/position/home.ts'
import { type Served, type ServeOptions, serve } from '../../platform/http/serve.ts'
import type { Pictures } from '../../platform/pictures/pictures.ts'
import { Problem } from '../../platform/problem.ts'
import { day, hour, minute, type RateLimit, type RateLimiter } from '../../platform/rate-limits.ts'
import type { Sessions } from '../../platform/sessions/sessions.ts'
import * as commands from './commands.ts'
import * as known from './known.ts'
import * as matching from './matches.ts'
import * as queries from './queries.ts'

const userLists: RateLimit = { name: 'user-lists', windows: [{ times: 60, seconds: minute }] }
const profileViews: RateLimit = {
  name: 'profile-views',
  windows: [
    { times: 120, seconds: minute },
    { times: 1000, seconds: day },
  ],
}
const emailChanges: RateLimit = { name: 'email-changes', windows: [{ times: 10, seconds: hour }] }
// Other members read again after each of these.
const profileEdits: RateLimit = {
  name: 'profile-edits',
  windows: [
    { times: 30, seconds: minute },
    { times: 300, seconds: day },
  ],
}
const settingsEdits: RateLimit = {
  name: 'settings-edits',
  windows: [
    { times: 60, seconds: minute },
    { times: 600, seconds: day },
  ],
}
const blocking: RateLimit = {
  name: 'blocks',
  windows: [
    { times: 30, seconds: minute },
    { times: 300, seconds: day },
  ],
}
const passwordChanges: RateLimit = { name: 'password-changes', windows: [{ times: 10, seconds: hour }] }

const knownAnswers: RateLimit = {
  name: 'known-answers',
  windows: [
    { times: 20, seconds: minute },
    { times: 100, seconds: day },
  ],
}
const knownShown: NonNullable<ServeOptions<typeof knownAsked>['shows']> = async ({ db, member }) => ({
  things: (await askedKnown(db, member.id)).map(({ person }) => `person ${person.id}`),
})

const userShown = ({ params }: { params: { id: number } }) => ({ things: [`person ${params.id}`] })

const usersShown: NonNullable<ServeOptions<typeof contract.users>['shows']> = async ({ db, query, member, page }) => ({
  kind: 'person',
  things: (await queries.idsOf(db, query.q ?? '', member.id, page)).map(id => `person ${id}`),
  isPage: true,
})

const matchesShown: NonNullable<ServeOptions<typeof matches>['shows']> = async ({ db, query, member, page }) => ({
  kind: 'person',
  things: (await matching.matches(db, member.id, query, page)).map(({ id }) => `person ${id}`),
  isPage: true,
})

const featuredShown: NonNullable<ServeOptions<typeof contract.featuredUser>['shows']> = async ({ db, member }) => {
  const featured = await queries.fatherOfToday(db, member.id)
  return { kind: 'person', things: featured ? [`person ${featured.id}`] : [], isPage: true }
}

export interface UserParts {
  sessionSecret: string
  pictures: Pictures
  sessions: Sessions
  limiter: RateLimiter
  checkPassword: CheckPassword
  onNewAddress: commands.OnNewAddress
  /** Called when an account has been erased, which must not come back with an older backup. */
  onErased(): Promise<void>
}

export const userRoutes = (parts: UserParts): Served[] => [...routesOfFathers(parts), ...routesOfAccount(parts)]

/** What a member reads and says of others. */
function routesOfFathers({ sessionSecret }: UserParts): Served[] {
  const listed = { limit: userLists }
  return [
    serve(contract.users, { ...listed, shows: usersShown }, ({ db, query, member, page }) =>
      queries.all(db, query.q ?? '', member.id, page),
    ),
    serve(contract.suggestedUsers, listed, ({ db, member }) => queries.suggested(db, member.id)),
    serve(matches, { ...listed, shows: matchesShown }, ({ db, query, member, page }) =>
      matching.matches(db, member.id, query, page),
    ),
    serve(matchCount, listed, async ({ db, query, member }) => ({
      fathers: await matching.matchCount(db, member.id, query.day),
    })),
    serve(contract.featuredUser, { ...listed, shows: featuredShown }, ({ db, member }) =>
      queries.featured(db, member.id),
    ),
    serve(knownAsked, { shows: knownShown }, ({ db, member }) => askedKnown(db, member.id)),
    serve(answerKnown, { limit: knownAnswers }, ({ db, body, member, visitor }) => {
      // On the operator's own machine there is no network that two could share (safety S31).
      const from = visitor.isLocal ? { network: `user ${member.id}` } : visitor
      const network = voiceOf(sessionSecret, `known ${body.userId}`, from)
      return known.answer(db, { aboutId: body.userId, yes: body.yes, network }, member.id)
    }),
    serve(contract.oneUser, { limit: profileViews, shows: userShown }, ({ db, params, member }) =>
      queries.byId(db, params.id, member.id),
    ),
    serve(contract.sharedWith, { limit: profileViews, shows: userShown }, ({ db, params, member }) =>
      queries.sharedWith(db, params.id, member.id),
    ),
    serve(contract.blocks, ({ db, member }) => queries.blocks(db, member.id)),
    serve(contract.block, { limit: blocking }, ({ db, params, member }) => commands.block(db, params.id, member.id)),
    serve(contract.unblock, { limit: blocking }, ({ db, params, member }) =>
      commands.unblock(db, params.id, member.id),
    ),
  ]
}

/** What a member does with his own account. */
function routesOfAccount({
  sessionSecret,
  pictures,
  sessions,
  limiter,
  checkPassword,
  onNewAddress,
  onErased,
}: UserParts): Served[] {
  return [
    serve(contract.editProfile, { limit: profileEdits }, async ({ db, body, member }) => {
      // Counted before it is tried, since a refusal reveals that the address is taken.
      if (body.email !== undefined && (await commands.isOtherEmail(db, body.email, member.id)))
        await limiter.consume(emailChanges, member.id)
      if (body.city !== undefined && (await wouldMove(db, body.city, member.id)))
        await limiter.consume(homeMoves, member.id)
      return commands.edit(db, body, member.id, onNewAddress)
    }),

    serve(contract.deleteAccount, async ({ db, member, session }) => {
      const ended = await commands.erase(db, pictures, sessionSecret, member.id)
      await onErased()
      if (!ended) throw new Problem('auth.required')
      // The sessions were deleted with the account; this tells every node, which closes their sockets.
      await sessions.announceEnd(ended)
      await session.end()
    }),

    serve(contract.settings, ({ db, member }) => queries.settings(db, member.id)),
    serve(contract.editSettings, { limit: settingsEdits }, async ({ db, body: { town, ...body }, member }) => {
      const settings = town === undefined ? body : { ...body, neighbourhood: commands.centreOf(town), isTown: true }
      if (settings.neighbourhood) await limiter.consume(homeMoves, member.id)
      return commands.editSettings(db, settings, member.id)
    }),
    serve(contract.sessions, ({ db, member }) => queries.sessions(db, member)),
    serve(
      contract.endSession,
      { allow: ({ db, params, member }) => commands.mustOwnSession(db, params.id, member.id) },
      async ({ db, params, member }) => {
        await sessions.end(db, [params.id])
        await audit(db, 'session.ended', member.id)
      },
    ),
    serve(contract.changePassword, { limit: passwordChanges }, async ({ db, body, member, session }) => {
      checkPassword(body.newPassword, await commands.usernameOf(db, member.id), 'newPassword')
      const { hash, ended } = await commands.changePassword(db, body, member)
      await sessions.announceEnd(ended)
      // The current session gets a new token too (safety S11).
      await session.start(member.id, { provenHash: hash, remember: 'asBefore' })
    }),
  ]
}
