/**
 * The closed list of refusals and the HTTP status each one travels with.
 * A code is a fact about the product; the sentences for it are the server's (`texts.ts` of each feature).
 */
export const problemStatus = {
  'request.invalid': 400,
  'request.notJson': 400,
  'request.crossSite': 403,
  'request.unknownPath': 404,
  'request.tooSlow': 408,
  'request.conflict': 409,
  'request.tooLarge': 413,
  'request.mediaType': 415,
  'request.tooOften': 429,
  'server.failed': 500,
  'server.unavailable': 503,
  'auth.required': 401,
  'auth.wrong': 401,
  'auth.usernameTaken': 409,
  'auth.emailTaken': 409,
  'image.missing': 400,
  'image.tooLarge': 413,
  'image.unsupported': 415,
  'image.broken': 400,
  'image.removed': 403,
  'auth.wrongPassword': 403,
  'auth.suspended': 403,
  'auth.suspendedForNow': 403,
  'user.stopped': 403,
  'session.unknown': 404,
  'recovery.unknownToken': 404,
  'user.unknown': 404,
  'user.nobody': 404,
  'playdate.unknown': 404,
  'playdate.notYours': 403,
  'playdate.full': 409,
  'playdate.over': 409,
  'playdate.yours': 409,
  'playdate.tooFewPlaces': 409,
  'playdate.cancelled': 409,
  'playdate.undoOver': 409,
  'invite.unknown': 404,
  'invite.notPossible': 403,
  'calendar.unknown': 404,
  'calendar.tooMany': 409,
  'push.off': 404,
  'push.unknown': 404,
  'notification.unknown': 404,
  'mail.unknownLink': 404,
  'place.unknown': 404,
  'place.notYours': 403,
  'place.locked': 403,
  'place.yours': 409,
  'place.unknownRevision': 404,
  'map.unknownTile': 404,
  'picture.unknown': 404,
  'chat.unknown': 404,
  'chat.partnerGone': 403,
  'chat.awaitAnswer': 409,
  'chat.notWanted': 403,
  'report.unknown': 404,
  'report.unknownTarget': 404,
  'report.notPossible': 409,
  'weather.unavailable': 503,
  'live.unauthenticated': 401,
  'live.wrongUser': 403,
  'live.malformed': 400,
  'live.unknownPath': 404,
} as const

export type ProblemCode = keyof typeof problemStatus

/** What can be wrong with one field. Schemas carry these codes; form and server each hold the sentences. */
export const issueCodes = [
  'field.invalid',
  'field.required',
  'text.tooLong',
  'text.unstorable',
  'time.invalid',
  'url.invalid',
  'user.usernameRequired',
  'user.emailInvalid',
  'user.passwordRequired',
  'user.passwordTooShort',
  'user.passwordTooWeak',
  'user.passwordsDiffer',
  'user.firstNameRequired',
  'user.lastNameRequired',
  'user.bioTooLong',
  'user.firstNameTooShort',
  'user.lastNameTooShort',
  'user.cityTooShort',
  'playdate.titleRequired',
  'playdate.locationRequired',
  'playdate.startRequired',
  'playdate.endRequired',
  'playdate.endBeforeStart',
  'playdate.startInPast',
  'playdate.maxParticipants',
  'playdate.childrenAlong',
  'push.endpoint',
  'push.keys',
  'settings.timeZone',
  'settings.reminders',
  'calendar.nameRequired',
  'chat.onePartner',
  'chat.messageRequired',
  'report.reasonRequired',
  'report.contactRequired',
  'place.nameTooShort',
  'place.addressRequired',
  'place.position',
  'place.feature',
  'place.type',
  'place.rating',
] as const

export type IssueCode = (typeof issueCodes)[number]

/** Names an issue code where a schema takes a message, so that a misspelled one does not compile. */
export function issue(code: IssueCode): IssueCode {
  return code
}

const known: ReadonlySet<string> = new Set(issueCodes)
/** Whether a message found in a schema's issue is one of ours; zod's own messages are not. */
export function isIssueCode(message: string): message is IssueCode {
  return known.has(message)
}
