import * as z from 'zod/mini'
import { type Db, sql } from '../../platform/db/db.ts'
import { isStrangerTo } from '../reach/reach.ts'
import { type NotificationDefinition, pathToPoll } from './kind.ts'
import { change, isAboutPoll, questionsOf, tell } from './tell.ts'

const kind = 'poll.asked'
const Asked = z.object({ id: z.number(), isStranger: z.boolean() })

/** A father asks which of several times suits him. */
export const pollAsked = {
  kind,
  outside: {
    setting: 'playdates',
    hasMail: true,
    isTrue: ({ name }) => name !== null,
    path: pathToPoll,
    text: {
      title: {
        nl: '{name} vraagt welke dag jou past',
        en: '{name} asks which day suits you',
        de: '{name} fragt, welcher Tag dir passt',
        fr: '{name} te demande quel jour te convient',
        es: '{name} pregunta qué día te va bien',
      },
      nameless: {
        nl: 'Welke dag past jou?',
        en: 'Which day suits you?',
        de: 'Welcher Tag passt dir?',
        fr: 'Quel jour te convient ?',
        es: '¿Qué día te va bien?',
      },
      body: {
        nl: 'Hij wil afspreken. Zeg welke dagen je kunt.',
        en: 'He wants to meet up. Say which days you can make.',
        de: 'Er möchte sich verabreden. Sag, an welchen Tagen du kannst.',
        fr: 'Il propose un rendez-vous. Dis quels jours tu es libre.',
        es: 'Quiere quedar. Di qué días puedes.',
      },
    },
  },
} satisfies NotificationDefinition

/**
 * Tells those who are asked. Fathers who do not know the creator see it in the app only, like a stranger's first
 * message (safety S36).
 */
export async function tellAsked(tx: Db, pollId: number, creatorId: number): Promise<void> {
  const asked = await tx.many(
    Asked,
    sql`select u.id, ${isStrangerTo(creatorId)} as "isStranger" from poll_fathers f join users u on u.id = f.user_id where f.poll_id = ${pollId}`,
  )
  const news = (ids: number[]) => sql`
    select id, ${kind}::text, (select jsonb_build_object('pollId', q.id, 'title', q.title) from polls q where q.id = ${pollId}),
           ${creatorId}::int
      from unnest(${ids}::int[]) id`
  const [quiet, loud] = [true, false].map(is => asked.filter(({ isStranger }) => isStranger === is).map(({ id }) => id))
  await change(
    tx,
    sql`insert into notifications (user_id, kind, details, actor_id) ${news(quiet ?? [])} returning user_id as "userId"`,
  )
  await tell(tx, sql`select news.*, ${questionsOf(sql`${creatorId}::int`)} from (${news(loud ?? [])}) news`)
}

/** Deletes the questions of a poll once a time has been chosen or the poll is deleted. */
export async function withdrawAsked(tx: Db, pollId: number): Promise<void> {
  await change(
    tx,
    sql`delete from notifications n where n.kind = ${kind} and ${isAboutPoll(pollId)} returning n.user_id as "userId"`,
  )
}
