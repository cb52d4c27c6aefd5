/**
 * Limits of what is sent, from the specification and the design; forms, server and tests read them here. Names include
 * the units.
 */
// Text lengths, in characters (Unicode code points); specification 5, contract 1.
export const username = 50
export const personName = 100
export const email = 254
export const bio = 500
export const phoneNumber = 50
export const city = 100
export const title = 200
export const location = 200
export const area = 100
export const description = 2000
export const url = 2000
export const passwordMin = 6
export const passwordMax = 200
export const personNameMin = 2
export const cityMin = 2
export const childName = 50
export const children = 12
export const childAgeMax = 17
export const favoriteLocations = 20
export const favoriteLocation = 100

// Playdates; specification 9.
export const maxParticipantsMin = 1
export const maxParticipants = 50
/** How often a father can say in 24 hours that he is out now, and how many of such he is told of. */
export const outNowADay = 2
export const maxParticipantsDefault = 5
export const testPlaydateMs = 3_600_000
/** The longest playdate; contract 5. */
export const playdateMs = 14 * 86_400_000
/** How long before now a new playdate may have begun; contract 5. */
export const begunMs = 3_600_000
export const childrenAlong = 12
/**
 * From this long before the start, a free place is offered to everybody on the waiting list instead of given to the
 * first.
 */
export const offerPlacesMs = 86_400_000
/** The most fathers who can wait for one playdate. */
export const waitingFathers = 100
export const cancelReason = 200
export const leaveMessage = 200
/** How long the creator can undo a cancellation. */
export const undoCancelMs = 10 * 60_000
/** How often a playdate's cancellation can be undone. */
export const undoCancelTimes = 3
/** How many fathers one participant can ask along and so keep informed of changes. */
export const askedAtMost = 100
/** The interval in which a reader gets at most one notice about a playdate outside the app; safety 7. */
export const noticeEveryMs = 15 * 60_000
/** How long a series of playdates may last before it is renewed; it also ends with the school year. */
export const seriesWeeks = 26
/** The longest playdate that repeats. */
export const repeatedPlaydateMs = 86_400_000
/** How many series a father may have at a time, and standing places in those of others. */
export const series = 2
export const standingPlaces = 10
/** How many dates of a series are created in advance. */
export const seriesDates = 3
/** The longest pause of a series, and how many it may have. */
export const pauseDays = 182
export const pauses = 12
/**
 * How long before a date its regulars are asked to confirm, and when the seats of those who have not answered are
 * released.
 */
export const askBeforeMs = 48 * 3_600_000
export const releaseBeforeMs = 24 * 3_600_000
/** After this many unanswered dates in a row, a standing place ends. */
export const unansweredTimes = 2
/** The smallest number of fathers that a playdate can be made to depend on. */
export const minimumFathersMin = 2
/** Viewers who may not see the address get the centre of a grid cell of this width; safety S5. */
export const playdateGridM = 500

// Polls; contract 5.
export const pollTimesMin = 2
export const pollTimes = 5
/** How many fathers a poll can be sent to. */
export const pollAsked = 20
/** How many fathers can answer, including by its link: no playdate has room for more. */
export const pollFathers = 50
/** How long a poll can be answered at most, however far away its times are. */
export const pollDays = 365
/** How long a poll is kept after its last time, or after it can no longer be answered. */
export const pollKeptDays = 7

// Meetings that the app proposes; contract 5, safety S6c.
/** The number of fathers that makes it a playdate, and so the smallest number asked. */
export const proposalMinimum = 3
export const proposalAsked = 20
/** The size of the resulting playdate. */
export const proposalHeads = 20
/** How long a father is not asked again. */
export const proposalEveryDays = 14
/** The smallest number of days ahead; it takes place within a week from then. */
export const proposalAheadDays = 3
/** How long before the start it must have become a playdate. */
export const proposalEndsBeforeMs = 24 * 3_600_000
/** The greatest distance of a playground from the middle of the neighbourhood. */
export const proposalReachM = 3500
/** How many fathers of a neighbourhood are considered per week. */
export const proposalCandidates = 200
/** Longer than the interval between two questions, and than the meeting is ahead. */
export const proposalKeptDays = 15

// How far away fathers live from each other; safety S6.
export const neighbourhoodGridM = 1000
/** How many days a father's neighbourhood must stay unchanged before he sees how far away others live. */
export const neighbourhoodStandsDays = 3

// Places; specification 5, 8 and 9, contract 6.
export const placeName = 200
export const placeNameMin = 3
export const placeAddress = 200
export const placeAddressMin = 3
export const search = 200
export const review = 2000
export const nearbyRadiusM = 50_000
export const similarWithinM = 75
export const placePicturePx = 1280
export const placeConfirmations = 2
/** How long a member's change to a place must remain unchallenged before it counts as certain. */
export const placeStandsDays = 14
/** How long an edit of a new account waits for a second member. */
export const placeEditWaitsDays = 30
export const placeGoneProposals = 3
/** The number of fathers of different networks who make a fact of a playground together. */
export const factAgreed = 2
/** How long after a playdate there, and after opening its sheet this near, a father may say what a playground is like. */
export const factPlaydateDays = 30
export const factNearM = 150
export const factNearHours = 24
/** How long a fact is known before fathers are asked again. */
export const factFreshDays = 365
/** How long the state of a place lasts unless somebody confirms it, and how many members end it. */
export const placeStateDays = 14
export const placeStateMended = 2
export const placeStateText = 500

// What is known of a playground.
/** The most terms of one filter. */
export const factTerms = 20
/** The greatest age of a playground's children; it may be meant for adults too. */
export const factAgeMax = 99
/** How far away a toilet still belongs to a playground. */
export const toiletWithinM = 500
/** A longer text is not from OpenStreetMap, whose values end there. */
export const openingHours = 255
/** Places are counted up to this number: more is "more than". */
export const placesCounted = 10_000
/** How far ahead it can be asked whether a place is open. */
export const openAheadDays = 366

// The map; specification 2 and 9.
export const mapMaxZoom = 19
export const mapTileCacheS = 120
/** From this zoom level on, a tile lists its places unless there are too many. */
export const mapPlacesZoom = 12
export const mapPlacesPerTile = 1500

// Chat; specification 9, contract 1 and 9, safety 5 and 9.
export const message = 4000
export const messagesAtOnce = 10_000
export const chatRetentionDays = 7
/** How many messages a stranger may send before he gets an answer. */
export const requestMessages = 3

// Circles: fathers who keep meeting each other.
export const circleMembers = 30
export const circleName = 60
export const circleText = 300
/** How many of the places where it meets its page shows. */
export const circlePlaces = 6
/** How many circles a father can be in. */
export const circlesAtMost = 20
/** How long a father who was asked can join. */
export const circleAskedDays = 30
/** How far apart two playdates with the same fathers may be for the question whether they make a circle, and how long it is asked. */
export const circleCardWithinDays = 60
export const circleCardDays = 14
/** The code of a circle: how many fathers may use it, and for how long. */
export const circleCodeUses = 30
export const circleCodeDays = 60
/** After how many meetings with members of a circle a father can fetch its newcomers. */
export const buddyMeetings = 3
/** How long a circle's date is for its members alone, at most half of the time that is left. */
export const membersFirstHours = 48

// Known by fathers: for how long, and of how many of a playdate, a father is asked; and which answers count.
export const knownAskedDays = 14
export const knownAskedOf = 2
export const knownAccountDays = 14
export const knownOutside = 2

// Uploads; contract 7 (8 MB is 8 × 1024 × 1024 bytes), safety S28.
export const imageBytes = 8 * 1024 * 1024
export const imagePixels = 40_000_000
export const avatarPx = 512

// Papa days; safety S6b.
/** How often a father may change his own days in 24 hours before further changes have no effect. */
export const papaDayChanges = 3
/** How many weekdays can take effect in 24 hours. */
export const papaDaysOpened = 4
/** The most fathers that can be read from a list of matches, page by page. */
export const matches = 480

// Reports; safety 8 and 9.
export const reportText = 2000
export const moderationRule = 200
/** Messages kept on either side of a reported one. */
export const evidenceMessages = 10
/** The number of members whose reports hide a place until a moderator decides. */
export const placeReports = 3
/** How long a new account's reports and confirmations do not hide, stop or confirm anything by themselves. */
export const newAccountDays = 3

/** The largest id a column holds (PostgreSQL integer). */
export const idMax = 2_147_483_647
/** The largest safe integer, for ids beyond 32 bits such as those of messages and notifications. */
export const wideIdMax = Number.MAX_SAFE_INTEGER

// Reach: push, calendars, reminders; contract 13.
export const pushDevices = 10
export const pushReceipts = 50
export const deviceName = 60
export const calendarFeeds = 10
export const reminders = 5
/** The earliest reminder: a week before the playdate. */
export const remindBeforeMinMax = 7 * 24 * 60
/** The hours at which a father can get the evening notice about his next papa day. */
export const eveningHourMin = 16
export const eveningHourMax = 22

// Limits of an import from another Papadag, set by the size of a body.
export const importedFavorites = 200
export const importedReviews = 100

// Requests; contract 1, safety 7.
export const bodyBytes = 256 * 1024
export const urlBytes = 4096
export const headerBytes = 16 * 1024
export const listItems = 500

// Live updates; contract 12, specification 9.
export const watchedPaths = 20
export const reconnectMs = 3000

/** The smallest number of regulars that an open hour shows. */
export const regularsAtLeast = 3

// Passkeys; docs/decisions/0035-passkeys.md.
export const passkeyName = 60
/** How many a father can have. */
export const passkeys = 20
/** The longest id of one, and part of its proof, as base64url. */
export const passkeyId = 1400
export const passkeyPart = 16_000
/** A code that people type, with spaces and dashes between its signs. */
export const typedCode = 40
