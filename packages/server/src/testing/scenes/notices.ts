import { notifications } from '@papadag/contract/notifications'
import type { Father } from '../world.ts'

/** The kinds of a father's notices, latest first. */
export const kindsOf = async (father: Father) => (await father.call(notifications)).map(({ kind }) => kind)
