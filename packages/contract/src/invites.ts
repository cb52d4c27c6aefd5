import * as z from 'zod/mini'
import { MapPoint } from './places/hosted-map.ts'
import { Joining, Playdate, Waiting } from './playdates/playdates.ts'
import { SeriesOfPlaydate } from './playdates/repeats.ts'
import { route, serverPage } from './route.ts'
import { Id, Person, Timestamp } from './schema.ts'

/**
 * An invitation as anybody with its link sees it, without private addresses or children. At a public place it shows the
 * title and, on his own link, the creator's first name unless he hides them; at a home only if he shows them.
 */
export const Invitation = z.object({
  state: z.enum(['open', 'full', 'cancelled']),
  startTime: Timestamp,
  endTime: Timestamp,
  /** The name of a public place; null for a home or without a place. */
  place: z.nullable(z.string()),
  /** The neighbourhood, if the creator has given one. */
  area: z.nullable(z.string()),
  /** Where the public place is on this server's own map; absent for a home, and without such a map. */
  map: z.optional(MapPoint),
  placesLeft: z.int(),
  /** How many fathers are coming. */
  fathers: z.int(),
  title: z.nullable(z.string()),
  hostName: z.nullable(z.string()),
  /** How often it repeats and until which day; null for a single playdate, and once it is cancelled. */
  series: z.optional(z.nullable(z.omit(SeriesOfPlaydate, { id: true }))),
  /** The creator, for members, who can write to him. */
  hostId: z.nullable(Id),
  /** Names the picture of this state: `/i/{token}/{sequence}.jpg`. */
  sequence: z.int(),
  /** The playdate's id, for a member who takes part in it or is on its waiting list. */
  playdateId: z.nullable(Id),
  /** The viewer's own place on the waiting list. */
  waiting: z.optional(z.nullable(Waiting)),
  /** For a member who was invited and is neither taking part nor waiting: whether he has said that he cannot come. */
  asked: z.optional(z.nullable(z.object({ playdateId: Id, declined: z.boolean() }))),
  /** Whether the viewer is its creator, who may revoke its links. */
  isOwn: z.boolean(),
})
export type Invitation = z.output<typeof Invitation>

export const makeInvite = route('POST /api/playdates/:id/invites', {
  access: 'member',
  summary:
    'Creates an invitation link that works without an account, or returns the existing one. Participants can do so only for public places.',
  repeats: 'natural',
  body: z.object({
    /** Whether all links show the title, and this one the creator's first name; if omitted, the previous choice. */
    showName: z.optional(z.boolean()),
  }),
  reply: z.object({ token: z.string(), url: z.string(), showsName: z.boolean() }),
  status: 201,
  errors: ['playdate.unknown', 'playdate.cancelled', 'playdate.over', 'invite.notPossible'],
  touchesOwn: ['/api/playdates'],
})

export const invites = route('GET /api/playdates/:id/invites', {
  access: 'member',
  summary: 'Lists the members who created links to a playdate. Creator only.',
  reply: z.array(z.object({ id: Id, by: z.nullable(Person), showsName: z.boolean(), createdAt: Timestamp })),
  errors: ['playdate.unknown', 'playdate.notYours'],
})

export const revokeInvites = route('DELETE /api/playdates/:id/invites', {
  access: 'member',
  summary: 'Revokes all links to a playdate. Creator only.',
  repeats: 'natural',
  isForHidden: true,
  errors: ['playdate.unknown', 'playdate.notYours'],
  touchesOwn: ['/api/playdates'],
})

export const invitation = route('GET /api/invites/:token', {
  access: 'public',
  summary: 'Gets an invitation. 404 if it is over, revoked or unknown.',
  reply: Invitation,
  errors: ['invite.unknown'],
})

export const joinInvite = route('POST /api/invites/:token/join', {
  access: 'member',
  summary: 'Joins an invitation’s playdate; see `POST /api/playdates/{id}/join`.',
  repeats: 'natural',
  body: Joining,
  reply: Playdate,
  errors: [
    'invite.unknown',
    'playdate.unknown',
    'playdate.over',
    'playdate.cancelled',
    'playdate.full',
    'user.stopped',
  ],
  touches: ['playdate', 'notices'],
})

export const waitByInvite = route('POST /api/invites/:token/wait', {
  access: 'member',
  summary: 'Joins the waiting list of an invitation’s playdate; see `POST /api/playdates/{id}/wait`.',
  repeats: 'natural',
  body: Joining,
  reply: Playdate,
  errors: [
    'invite.unknown',
    'playdate.unknown',
    'playdate.over',
    'playdate.cancelled',
    'playdate.notFull',
    'playdate.waitingListFull',
    'user.stopped',
  ],
  touches: ['playdate', 'notices'],
})

export const invitationCalendar = route('GET /api/invites/:token/calendar.ics', {
  access: 'public',
  summary: 'Gets an invitation’s playdate as a calendar file, limited to what the invitation shows.',
  answers: 'calendar',
  errors: ['invite.unknown'],
})

export const invitationPage = serverPage('GET /i/:token', {
  access: 'link',
  summary: 'Shows an invitation, with tags for previews in chats.',
  answers: 'page',
  shows: z.nullable(
    z.extend(
      z.pick(Invitation, {
        state: true,
        startTime: true,
        endTime: true,
        place: true,
        area: true,
        map: true,
        placesLeft: true,
        fathers: true,
        title: true,
        hostName: true,
        series: true,
      }),
      {
        token: z.string(),
        /** The time zone in which the times are shown: that of the place. */
        timeZone: z.string(),
        /** The address of the preview's picture. */
        picture: z.string(),
      },
    ),
  ),
  forMembers: 'app',
  hasLanguages: true,
})

export const invitationPicture = serverPage('GET /i/:token/:picture', {
  access: 'link',
  summary: 'The picture for previews of an invitation: `{sequence}.jpg`.',
  answers: 'picture',
  hasLanguages: true,
})
