import { mapTile } from '@papadag/contract/places/map'
import * as editContract from '@papadag/contract/places/place-edits'
import * as reviewContract from '@papadag/contract/places/place-reviews'
import * as contract from '@papadag/contract/places/places'
import { uploads } from '../../domain/uploads.ts'
import { type Allow, type Call, type Member, type Served, serve } from '../../platform/http/serve.ts'
import type { Pictures } from '../../platform/pictures/pictures.ts'
import { day, minute, type RateLimit, type RateLimiter } from '../../platform/rate-limits.ts'
import { noteVisit } from './answers/presence.ts'
import { answerRoutes } from './answers/routes.ts'
import * as commands from './commands.ts'
import * as edits from './editing/edits.ts'
import * as waiting from './editing/waiting-edits.ts'
import { count } from './filtered/count.ts'
import { readTile, tile } from './map.ts'
import * as queries from './queries.ts'
import { search } from './search.ts'
import {
  countShown,
  favoritesShown,
  nearbyShown,
  nearestShown,
  placeShown,
  reviewsShown,
  similarShown,
  tileShown,
} from './shown.ts'
import * as standing from './standing.ts'
import { stateRoutes } from './states/routes.ts'

const isThere: Allow<typeof contract.savePlace> = ({ db, params }) => standing.mustSee(db, params.id)
const isEditable: Allow<typeof contract.editPlace> = ({ db, params, member }) =>
  standing.mustEdit(db, params.id, member.id)

const isThereUnlocked: Allow<typeof editContract.applyRevision> = ({ db, params, member }) =>
  standing.mustBeUnlocked(db, params.id, member.id)

const placesWritten: RateLimit = {
  name: 'places-written',
  windows: [
    { times: 20, seconds: minute },
    { times: 100, seconds: day },
  ],
}
const favorites: RateLimit = { name: 'favorites', windows: [{ times: 120, seconds: minute }] }

/** Reads an added place again when the call is repeated. */
const again = (
  { db, member, language }: Pick<Call<typeof contract.addPlace>, 'db' | 'member' | 'language'>,
  id: number,
) => queries.byId(db, id, {}, { id: member.id, language })

const written = { limit: placesWritten, allow: isThere }

export function placeRoutes(pictures: Pictures, limiter: RateLimiter, secret: string): Served[] {
  const saved = { limit: favorites, allow: isThere }
  const added = { limit: placesWritten, again }

  /** Every picture counts as an upload, whichever call it belongs to (safety 7). */
  async function countUpload(file: Buffer | undefined, member: Member) {
    if (file) await limiter.consume(uploads, member.id)
  }

  return [
    serve(contract.places, { shows: nearestShown }, ({ db, query, member, language, page }) =>
      queries.all(db, query, { id: member.id, language }, page),
    ),
    serve(contract.nearbyPlaces, { shows: nearbyShown }, ({ db, query, member, language, page }) =>
      queries.nearby(db, query, { id: member.id, language }, page),
    ),
    serve(contract.searchPlaces, { shows: nearestShown }, ({ db, query, member, language, page }) =>
      search(db, query, { id: member.id, language }, page),
    ),
    serve(contract.countPlaces, { shows: countShown }, ({ db, query, member, language }) =>
      count(db, query, { id: member.id, language }),
    ),
    serve(contract.similarPlaces, { shows: similarShown }, ({ db, query, member, language }) =>
      queries.similar(db, query, { id: member.id, language }),
    ),
    serve(contract.favoritePlaces, { shows: favoritesShown }, ({ db, query, member, language, page }) =>
      queries.favorites(db, query, { id: member.id, language }, page),
    ),
    serve(contract.onePlace, { shows: placeShown }, async ({ db, params, query, member, language }) => {
      const reader = { id: member.id, language }
      const place = await queries.byId(db, params.id, query, reader)
      return (await noteVisit(db, place, member.id)) ? { ...place, mayAnswer: true } : place
    }),
    serve(contract.addPlace, added, ({ db, body, member, language }) =>
      commands.add(db, pictures, body, { id: member.id, language }),
    ),
    serve(contract.addPlayground, added, ({ db, body, member, language }) =>
      commands.add(db, pictures, { ...body, type: 'playground' }, { id: member.id, language }),
    ),
    serve(
      contract.addPlaygroundWithImage,
      { ...added, isOnceInside: true },
      async ({ once, form, file, member, language }) => {
        await countUpload(file, member)
        return commands.addPlaygroundWithPicture(once, pictures, form, file, { id: member.id, language })
      },
    ),
    serve(
      contract.editPlace,
      { limit: placesWritten, allow: isEditable },
      async ({ db, params, form, file, member, language }) => {
        await countUpload(file, member)
        return edits.edit(db, pictures, params.id, form, file, { id: member.id, language })
      },
    ),
    serve(contract.savePlace, saved, ({ db, params, member }) => commands.save(db, params.id, member.id)),
    serve(contract.unsavePlace, saved, ({ db, params, member }) => commands.unsave(db, params.id, member.id)),
    ...reviewRoutes(),
    ...correctionRoutes(),
    ...answerRoutes({ secret, limit: placesWritten }),
    ...stateRoutes(pictures, { secret, limit: placesWritten }),
    serve(mapTile, { shows: ({ params }) => tileShown(readTile(params)) }, ({ db, params, query, language }) =>
      tile(db, readTile(params), query, language),
    ),
  ]
}

function reviewRoutes(): Served[] {
  return [
    serve(reviewContract.placeReviews, { allow: isThere, shows: reviewsShown }, ({ db, params, member, page }) =>
      queries.reviews(db, params.id, member.id, page),
    ),
    serve(reviewContract.reviewPlace, written, ({ db, params, body, member }) =>
      commands.review(db, params.id, body, member.id),
    ),
    serve(reviewContract.removeReview, written, ({ db, params, member }) =>
      commands.removeReview(db, params.id, member.id),
    ),
  ]
}

function correctionRoutes(): Served[] {
  const limit = placesWritten
  return [
    serve(
      editContract.placeRevisions,
      { allow: isThere, shows: placeShown },
      ({ db, params, member, language, page }) => queries.revisions(db, params.id, { id: member.id, language }, page),
    ),
    serve(editContract.undoRevision, { limit, allow: isEditable }, ({ db, params, body, member, language }) =>
      edits.revert(db, params.id, body.revisionId, { id: member.id, language }),
    ),
    serve(editContract.applyRevision, { limit, allow: isThereUnlocked }, ({ db, params, body, member, language }) =>
      waiting.apply(db, params.id, body.revisionId, { id: member.id, language }),
    ),
    serve(editContract.confirmPlace, written, ({ db, params, member, language }) =>
      commands.confirm(db, params.id, { id: member.id, language }),
    ),
    serve(editContract.proposeForPlace, written, ({ db, params, body, member }) =>
      commands.propose(db, params.id, body, member.id),
    ),
  ]
}
