/** How a command answers: as text for people or as JSON for programs, with its services opened for as long as it works. */
import type { Command } from 'commander';
import type { Services } from '#server/kernel/services.ts';
import { withServices } from './site-services.ts';

/** What a command has to say. */
export interface Answer {
  readonly text: string;
  readonly json: object;
  /** Exit code 1: the answer is that something is wrong. */
  readonly failed?: boolean;
}

/** A refusal in plain words: what was wrong and what to do. Exit code 1. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
  /** What a program wants to know beside the text. */
  readonly details: object;

  constructor(message: string, details: object = {}) {
    super(message);
    this.details = details;
  }
}

/** Opens the services, does the work and prints its answer. Check the command line before, so that a slip costs no start. */
export async function respond(command: Command, work: (services: Services) => Promise<Answer>): Promise<void> {
  const answer = await withServices(work);
  const { json } = command.optsWithGlobals<{ json?: boolean }>();
  process.stdout.write(`${json ? JSON.stringify(answer.json) : answer.text}\n`);
  if (answer.failed) process.exitCode = 1;
}
