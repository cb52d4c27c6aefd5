/** A visitor or member on whose behalf an outside service is asked; undefined for the server's own work. */
type Who = string | number | undefined

interface Failure {
  who: Who
  /** What was asked for, such as a tile. */
  thing: string
  /** The service has said that it gets too many requests. */
  isRefusal: boolean
  atMs: number
}

interface Options {
  /** How long nothing is asked, unless the service says how long. */
  restMs: number
  now?: () => number
}

/** Decides when an outside service is left alone. A failure says something about the thing that was asked for. */
export interface CircuitBreaker {
  /** For how long nothing is to be asked on this one's behalf; 0 if it may be. */
  restMsOf(who: Who): number
  /** The service has answered, so that earlier failures were those of their things. */
  succeeded(): void
  failed(failure: { who: Who; thing: string; refusedMs?: number | undefined }): void
}

/** Failures of as many different things, with no success between, are the service's. */
const several = 3
/** What others than the one who met most failures must have met too, so that nobody alone stops the service for all. */
const besides = 2
const rememberedMs = 60_000
const mostFailures = 200

/** A refusal is about the service, whatever was asked for. */
const weightOf = (failures: readonly Failure[]) =>
  new Set(failures.map(({ thing, isRefusal }) => (isRefusal ? 'refusal' : thing))).size +
  (failures.some(({ isRefusal }) => isRefusal) ? several - 1 : 0)

export function createCircuitBreaker({ restMs, now = () => performance.now() }: Options): CircuitBreaker {
  let failures: Failure[] = []
  /** Until when nothing is asked, for all and for each. */
  let untilMs = 0
  const untilMsOf = new Map<Who, number>()

  /** Whether others would find the service failing too, even leaving out any one of them. */
  function isMetByOthers(): boolean {
    return [...new Set(failures.map(({ who }) => who))].every(
      one => weightOf(failures.filter(({ who }) => who !== one)) >= besides,
    )
  }

  return {
    restMsOf: who => Math.max(0, Math.max(untilMs, untilMsOf.get(who) ?? 0) - now()),
    succeeded() {
      failures = failures.filter(({ isRefusal }) => isRefusal)
    },
    failed({ who, thing, refusedMs }) {
      const nowMs = now()
      const failure = { who, thing, isRefusal: refusedMs !== undefined, atMs: nowMs }
      failures = [...failures.filter(({ atMs }) => atMs > nowMs - rememberedMs), failure].slice(-mostFailures)
      const until = nowMs + (refusedMs ?? restMs)
      if (weightOf(failures.filter(other => other.who === who)) >= several) untilMsOf.set(who, until)
      for (const [other, itsMs] of untilMsOf) if (itsMs <= nowMs) untilMsOf.delete(other)
      if (weightOf(failures) >= several && isMetByOthers()) untilMs = Math.max(untilMs, until)
    },
  }
}
