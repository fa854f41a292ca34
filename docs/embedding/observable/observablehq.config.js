export default {
  root: "src",
  title: "Lanes and warps",
  head: '<script src="https://example.org/warpstep/warpstep.js" defer></script>',
};
