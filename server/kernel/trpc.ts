/** The base of all tRPC procedures: the context, who may call, and how errors look to the client area. */
import { initTRPC, TRPCError } from '@trpc/server';
import { ZodError } from 'zod';
import type { Role } from '#prisma/generated/enums.ts';
import { PublicError } from './errors.ts';
import type { AccountId } from './ids.ts';
import type { Language } from './languages.ts';
import type { Services } from './services.ts';
import { isStorable } from './storable-text.ts';

/** Who is calling: an account, by its session in the browser or by its API key. */
export interface Principal {
  readonly accountId: AccountId;
  readonly email: string;
  readonly role: Role;
  readonly resellerMode: boolean;
  readonly via: 'session' | 'api_key';
  /** Of a session: which of the account's it is, the language of mails, and whether mails to `email` were shown to arrive. */
  readonly sessionId?: string;
  readonly language?: Language;
  readonly emailConfirmed?: boolean;
  /** Who of support looks at this account, and until when: whoever is asked answers as to the account, and changes nothing. */
  readonly viewer?: Principal & { readonly until: Date };
}

export interface Context {
  readonly services: Services;
  readonly principal: Principal | null;
  readonly requestId: string;
  /** For throttling per address. */
  readonly clientAddress: string;
  /**
   * Counts a thing that the caller's network does, and is admitted to `perMinute` times in any 60 seconds.
   * @returns null where it is admitted, else the seconds after which it is again.
   */
  secondsToWait(what: string, perMinute: number): Promise<number | null>;
}

const t = initTRPC.context<Context>().create({
  errorFormatter({ shape, error }) {
    const problem = error.cause;
    const fields =
      problem instanceof ZodError ? problem.issues.map(({ path, message }) => ({ path: path.join('.'), message })) : [];
    // What the procedure did not mean to say stays on the server; the log has it under the request id.
    const unexpected = error.code === 'INTERNAL_SERVER_ERROR' && !(problem instanceof PublicError);
    return {
      ...shape,
      message: unexpected ? 'Something went wrong on our side. Try again in a few seconds.' : shape.message,
      data: {
        code: shape.data.code,
        httpStatus: shape.data.httpStatus,
        publicCode: problem instanceof PublicError ? problem.code : null,
        extra: problem instanceof PublicError ? problem.extra : {},
        fields,
      },
    };
  },
});

export const { router, createCallerFactory } = t;

const trpcCodeOfStatus: Readonly<Record<number, TRPCError['code']>> = {
  400: 'BAD_REQUEST',
  401: 'UNAUTHORIZED',
  402: 'PAYMENT_REQUIRED',
  403: 'FORBIDDEN',
  404: 'NOT_FOUND',
  409: 'CONFLICT',
  422: 'UNPROCESSABLE_CONTENT',
  429: 'TOO_MANY_REQUESTS',
};

/** A public error is not an accident: it keeps its meaning, and its text, on the way through tRPC. */
const publicErrors = t.middleware(async ({ next }) => {
  const result = await next();
  if (!result.ok && result.error.cause instanceof PublicError) {
    const cause = result.error.cause;
    throw new TRPCError({ code: trpcCodeOfStatus[cause.status] ?? 'INTERNAL_SERVER_ERROR', message: cause.message, cause });
  }
  return result;
});

/** What the database could not keep is no text that anybody typed: it is refused here, before it is an error there. */
const storableInput = t.middleware(async ({ getRawInput, next }) => {
  // Where the input cannot be read at all, the procedure that reads it says so.
  if (!isStorable(await getRawInput().catch(() => null))) {
    throw new TRPCError({ code: 'BAD_REQUEST', message: 'The text holds characters that cannot be kept.' });
  }
  return next();
});

/** The one place that keeps whoever looks at an account from changing anything of it, and from leaving a trace. */
const nothingChanged = t.middleware(({ ctx, type, next }) => {
  if (ctx.principal?.viewer && type !== 'query') {
    throw new TRPCError({ code: 'FORBIDDEN', message: 'You are looking at the account of a customer: nothing can be changed.' });
  }
  return next();
});

const procedure = t.procedure.use(publicErrors).use(nothingChanged);

/** Anybody may call. */
export const publicProcedure = procedure.use(storableInput);

/**
 * An account, by session or by API key: what the reseller API is made of (specification section 5, rule 4). What it takes in, it refuses
 * by codes of its own.
 */
export const accountProcedure = procedure.use(({ ctx, next }) => {
  if (!ctx.principal) throw new TRPCError({ code: 'UNAUTHORIZED', message: 'Sign in first.' });
  return next({ ctx: { ...ctx, principal: ctx.principal } });
});

/** An account signed in in the browser; an API key opens none of these. */
export const sessionProcedure = accountProcedure
  .use(({ ctx, next }) => {
    if (ctx.principal.via !== 'session') throw new TRPCError({ code: 'FORBIDDEN', message: 'An API key cannot do this.' });
    return next();
  })
  .use(storableInput);

/** Who is at the desk: the person of support who is signed in, also while the session looks at an account; null for everybody else. */
export function atDesk(principal: Principal | null): Principal | null {
  const person = principal?.viewer ?? principal;
  return person?.role === 'support' ? person : null;
}

/** Somebody of support, signed in in the browser, in his own name: what the desk is made of. */
export const supportProcedure = t.procedure
  .use(publicErrors)
  .use(({ ctx, next }) => {
    if (!ctx.principal) throw new TRPCError({ code: 'UNAUTHORIZED', message: 'Sign in first.' });
    const principal = ctx.principal.via === 'session' ? atDesk(ctx.principal) : null;
    if (!principal) throw new TRPCError({ code: 'FORBIDDEN', message: 'Only support can do this.' });
    return next({ ctx: { ...ctx, principal } });
  })
  .use(storableInput);
