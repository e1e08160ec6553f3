/** The data of each event of a text/event-stream (HTML Living Standard, 9.2.6), as it comes. Other fields are left out. */
export class EventStream {
  #line = '';
  #data: string[] = [];
  #endedWithReturn = false;

  /** @returns the data of the events that are whole now */
  read(text: string): string[] {
    const events: string[] = [];
    let rest = text;
    if (this.#endedWithReturn && rest.startsWith('\n')) rest = rest.slice(1);
    if (text !== '') this.#endedWithReturn = text.endsWith('\r');
    const lines = rest.split(/\r\n|\r|\n/u);
    lines.forEach((line, at) => {
      this.#line += line;
      if (at < lines.length - 1) this.#endLine(events);
    });
    return events;
  }

  #endLine(events: string[]): void {
    const line = this.#line;
    this.#line = '';
    if (line === '') {
      const data = this.#data.join('\n');
      if (data !== '') events.push(data);
      this.#data = [];
    } else if (line === 'data') this.#data.push('');
    else if (line.startsWith('data:')) this.#data.push(line.slice(line.startsWith('data: ') ? 6 : 5));
  }
}
