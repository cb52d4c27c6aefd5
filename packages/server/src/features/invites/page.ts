import * as contract from '@papadag/contract/invites'
import { invitedTo } from '../../domain/links/invitations.ts'
import { type ServerPage, serverPage } from '../../platform/http/pages/server-pages.ts'
import { type Maps, pointOn } from '../../platform/map/maps.ts'
import { Problem } from '../../platform/problem.ts'
import { pictureOf } from './picture.ts'

/** An invitation's page for a visitor without a session, and the picture of its preview. */
export function invitePages(maps: Pick<Maps, 'current'>): ServerPage[] {
  return [
    serverPage(contract.invitationPage, async ({ db, params: { token }, language, origin }) => {
      const found = await invitedTo(db, token)
      if (!found) return null
      const map = pointOn(maps, found.point)
      const picture = `${origin}/i/${token}/${found.sequence}.jpg?language=${language}`
      return { ...found, ...(map && { map }), token, picture }
    }),
    serverPage(contract.invitationPicture, async ({ db, turn, params, language }) => {
      const [, sequence] = /^(\d{1,9})\.jpg$/.exec(params.picture) ?? []
      const picture =
        sequence && (await pictureOf(db, { token: params.token, sequence: Number(sequence), language, turn }))
      if (!picture) throw new Problem('invite.unknown')
      return picture
    }),
  ]
}
