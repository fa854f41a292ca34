// Stands before the engine's loader: orders that come while its program is still loading are kept for it.
self.warpstepMail = [];
self.onmessage = (event) => self.warpstepMail.push(event.data);
