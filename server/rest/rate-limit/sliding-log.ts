/** An exact sliding window in memory: for each bucket the moments of the requests that still count. */

/** What became of a request that asked a bucket for its place. */
export interface Count {
  readonly allowed: boolean;
  /** Requests that the bucket would still admit at this moment. */
  readonly remaining: number;
  /** Milliseconds until the oldest counted request leaves the window. */
  readonly resetMs: number;
}

/** Moments in ascending order; those before `first` have left the window. */
interface Bucket {
  moments: number[];
  first: number;
}

export interface SlidingLog {
  /** Counts a request made at `now` (milliseconds of a clock that never runs backwards) unless the bucket is full. */
  take(id: string, limit: number, now: number): Count;
  /** Counts a request that somebody else admitted. */
  note(id: string, now: number): void;
  /** The moments that count at `now`, oldest first. */
  moments(id: string, now: number): readonly number[];
}

/**
 * A bucket that nobody asked for during a whole window is forgotten together with all of its kind: whoever comes back is moved from the
 * older map to the newer one, and once a window the older is dropped. So nothing sweeps, and a take costs the same however many
 * buckets there are.
 * @param mostBuckets where one window sees more of them than this, the older half is forgotten early: memory stays bounded.
 */
export function createSlidingLog(windowMs: number, mostBuckets: number): SlidingLog {
  let newer = new Map<string, Bucket>();
  let older = new Map<string, Bucket>();
  let turnsAt = Number.NEGATIVE_INFINITY;

  function bucketOf(id: string, now: number): Bucket {
    if (now >= turnsAt || newer.size >= mostBuckets) {
      older = newer;
      newer = new Map();
      turnsAt = now + windowMs;
    }
    let bucket = newer.get(id);
    if (!bucket) {
      bucket = older.get(id) ?? { moments: [], first: 0 };
      newer.set(id, bucket);
    }
    const { moments } = bucket;
    while (bucket.first < moments.length && (moments[bucket.first] as number) <= now - windowMs) bucket.first += 1;
    // What has left is cut off when it is half of the list, so that each moment is copied once on average.
    if (bucket.first > moments.length / 2) {
      bucket.moments = moments.slice(bucket.first);
      bucket.first = 0;
    }
    return bucket;
  }

  return {
    take(id, limit, now) {
      const bucket = bucketOf(id, now);
      const allowed = bucket.moments.length - bucket.first < limit;
      if (allowed) bucket.moments.push(now);
      const { moments, first } = bucket;
      return {
        allowed,
        remaining: Math.max(0, limit - (moments.length - first)),
        resetMs: (moments[first] ?? now) + windowMs - now,
      };
    },
    note(id, now) {
      bucketOf(id, now).moments.push(now);
    },
    moments(id, now) {
      const { moments, first } = bucketOf(id, now);
      return moments.slice(first);
    },
  };
}
