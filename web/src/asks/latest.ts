/** Requests while something is dragged: one at a time, not too often, and only the newest counts. Work says how many it made. */

const EVERY = 60; // milliseconds between two plans

export class Latest<T> {
  private next: T | null = null;
  private running: Promise<void> | null = null;

  constructor(
    private readonly work: (item: T) => Promise<number | undefined>,
    private readonly every = EVERY,
  ) {}

  get busy(): boolean {
    return this.running !== null;
  }

  /** What is wished for since, if anything. */
  get newer(): T | null {
    return this.next;
  }

  push(item: T): void {
    this.next = item;
    this.running ??= this.run();
  }

  clear(): void {
    this.next = null;
  }

  async settled(): Promise<void> {
    while (this.running) await this.running;
  }

  private async run(): Promise<void> {
    while (this.next !== null) {
      const item = this.next;
      this.next = null;
      const began = Date.now();
      // a wish that took several requests is followed by a longer rest
      const rest = this.every * ((await this.work(item)) ?? 1) - (Date.now() - began);
      if (this.next !== null && rest > 0) await new Promise((resolve) => setTimeout(resolve, rest));
    }
    this.running = null;
  }
}
