import { announceTo } from '../../domain/announce.ts'
import type { Db } from '../../platform/db/db.ts'
import { peopleOf } from './queries.ts'

/** Tells those on a poll, and whoever of them shows it; before it is deleted, or after it has changed. */
export async function announcePoll(tx: Db, id: number): Promise<void> {
  announceTo(tx, 'poll', await peopleOf(tx, id))
}
